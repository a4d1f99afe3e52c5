import type { Assessment } from '@authly/ui/app/assess-touch.ts';
import type { Sealed } from '@authly/ui/app/seal.ts';
import type { Finger } from '@authly/contract/fingers';
import type { FingerPlace, Image, PhotoFault, TouchFault } from '@authly/fingerprint';
import type { Picture } from '../picture/gray.ts';

/** Where one touch comes from: the camera's best frame so far, a picture, a reader's scan, or a synthetic finger of the sandbox. */
export type TouchSource =
  | { readonly from: 'camera' }
  | { readonly from: 'scan'; readonly image: Image }
  | { readonly from: 'picture'; readonly picture: Picture }
  | { readonly from: 'synthetic'; readonly finger: number; readonly impression: number; readonly smudged: boolean };

/** A view that the worker holds, known to the page by its number alone. */
export type ViewId = number;

/** What one frame of the camera shows. */
export interface Look {
  /** Why it cannot be taken. */
  readonly fault: PhotoFault | undefined;
  /** Where the finger lies, in pixels of a frame so wide. */
  readonly finger: FingerPlace | undefined;
  readonly width: number;
  /** Enough was seen: the touch can be read. */
  readonly isReady: boolean;
}

/** What the page learns about a touch. The view itself stays in the worker, on its way to the record. */
export interface Touch {
  /** Undefined where no finger was found. */
  readonly viewId: ViewId | undefined;
  readonly assessment: Assessment;
  /** Why a photo was not read, or a touch is poor, where that can be told. */
  readonly fault: PhotoFault | TouchFault | undefined;
  readonly quality: number;
  readonly minutiaeCount: number;
  /** For the person to look at: the ridges, with a mark on each minutia. */
  readonly picture: Picture | undefined;
}

export type Request =
  | { readonly request: 'prepare' }
  | { readonly request: 'look'; readonly picture: Picture; readonly now: boolean }
  | { readonly request: 'look away' }
  | { readonly request: 'read'; readonly source: TouchSource; readonly earlier: readonly ViewId[] }
  | { readonly request: 'seal'; readonly views: readonly ViewId[]; readonly finger: Finger }
  | { readonly request: 'forget'; readonly views: readonly ViewId[] };
export type NumberedRequest = Request & { readonly id: number };
export type Result =
  | { readonly look: Look }
  | { readonly touch: Touch }
  | { readonly sealed: Sealed }
  | { readonly done: true };
export type Answer = { readonly id: number } & (Result | { readonly error: string });
