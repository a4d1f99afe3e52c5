import type { FingerPlace, Image, PhotoFault, CaptureFault } from '@authly/fingerprint';
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

/** What one frame of the camera shows. */
export interface Look {
  /** Why it cannot be taken. */
  readonly fault: PhotoFault | undefined;
  /** Where the finger is, in pixels of a frame of this size. */
  readonly finger: FingerPlace | undefined;
  readonly width: number;
  readonly height: number;
  /** How much of the good frames that a capture needs there is, from 0 to 1. */
  readonly progress: number;
  /** There are enough good frames to read the capture. */
  readonly isReady: boolean;
}

/** What the page knows about a capture. Its view stays in the worker. */
export interface Capture {
  /** Undefined where no finger was found. */
  readonly viewId: ViewId | undefined;
  readonly assessment: Assessment;
  /** Why a photo was not read, or why a capture is poor, where that is known. */
  readonly fault: PhotoFault | CaptureFault | undefined;
  readonly quality: number;
  readonly minutiaeCount: number;
  /** For the user to look at: the ridges, with a mark on each minutia. */
  readonly picture: Picture | undefined;
}
