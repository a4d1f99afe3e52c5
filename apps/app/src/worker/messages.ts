import type { FingerPlace, Image, PhotoFault, TouchFault } from '@authly/fingerprint';
import type { Assessment } from '@authly/app-client/captures.ts';
import type { Picture } from '../capture/picture.ts';

/** The camera's best frame so far, a photo of the camera app, a reader's scan, or a synthetic finger of the sandbox. */
export type CaptureSource =
  | { readonly from: 'camera' }
  | { readonly from: 'scan'; readonly image: Image }
  | { readonly from: 'photo'; readonly picture: Picture }
  | { readonly from: 'synthetic'; readonly finger: number; readonly impression: number; readonly smudged: boolean };

/** A view that the worker holds. The page knows its number only. */
export type ViewId = number;

export interface Look {
  readonly fault: PhotoFault | undefined;
  /** Where the finger is, in pixels of a frame of this size. */
  readonly finger: FingerPlace | undefined;
  readonly width: number;
  readonly height: number;
  /** How much of the good frames that a capture needs there is, from 0 to 1. */
  readonly progress: number;
  readonly isReady: boolean;
}

/** Its view stays in the worker. */
export interface Capture {
  /** Undefined where no finger was found. */
  readonly viewId: ViewId | undefined;
  readonly assessment: Assessment;
  /** Why a photo was not read, or why a capture is poor, where that is known. */
  readonly fault: PhotoFault | TouchFault | undefined;
  readonly quality: number;
  readonly minutiaeCount: number;
  readonly picture: Picture | undefined;
}
