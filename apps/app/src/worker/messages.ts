import type { FingerPlace, Image, PhotoFault, CaptureFault } from '@authly/fingerprint';
import type { Assessment } from '@authly/app-client/captures.ts';
import type { Picture } from '../capture/picture.ts';

export type CaptureSource =
  | { readonly from: 'camera' }
  | { readonly from: 'scan'; readonly image: Image }
  | { readonly from: 'photo'; readonly picture: Picture }
  | { readonly from: 'synthetic'; readonly finger: number; readonly impression: number; readonly smudged: boolean };

export type ViewId = number;

export interface Look {
  readonly fault: PhotoFault | undefined;
  /** Where the finger is, in pixels of a frame of this size. */
  readonly finger: FingerPlace | undefined;
  readonly width: number;
  readonly height: number;
  /** The share of good frames that a capture needs, from 0 to 1. */
  readonly progress: number;
  readonly isReady: boolean;
}

export interface Capture {
  readonly viewId: ViewId | undefined;
  /** `failed`: the engine did not load, or ended. */
  readonly assessment: Assessment | 'failed';
  readonly fault: PhotoFault | CaptureFault | undefined;
  readonly quality: number;
  readonly minutiaeCount: number;
  readonly picture: Picture | undefined;
}
