import type { Image } from '../types.ts';

/** Canvas bytes: red, green, blue and opacity per pixel, rows from the top. */
export interface Photo {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray | Uint8Array;
}

export type PhotoFault =
  | 'nothing_there'
  /** The finger is too small in the picture: come closer. */
  | 'too_far'
  /** A hand, or fingers side by side: one finger alone. */
  | 'several_fingers'
  | 'too_dark'
  /** Less light, or another angle: the skin shines. */
  | 'too_bright'
  /** No clear ridges: hold still, let the camera focus. Worn ridges look the same. */
  | 'blurred';

/** The finger's position, in pixels of the photo. */
export interface FingerPlace {
  readonly tip: { readonly x: number; readonly y: number };
  /** From the tip toward the hand, of length 1. */
  readonly down: { readonly x: number; readonly y: number };
  readonly width: number;
}

interface RidgeMeasure {
  /** 0 to 100, over the part of the finger that a sensor would show. */
  readonly sharpness: number;
  readonly period: number;
}

export type PhotoReading =
  /** `image`: like that of a sensor, with dark ridges, mirrored, upright, about 500 dpi. */
  | { readonly image: Image; readonly finger: FingerPlace; readonly ridges: RidgeMeasure }
  | { readonly fault: PhotoFault; readonly finger?: FingerPlace; readonly ridges?: RidgeMeasure };
