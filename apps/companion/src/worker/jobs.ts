import type { Image, View } from '@authly/fingerprint';
import type { Picture } from '../picture/gray.ts';
import type { Origin } from '../picture/to-scan.ts';

/** Where one touch comes from: a picture, or a synthetic finger of the sandbox. */
export type TouchSource =
  | { readonly from: 'picture'; readonly picture: Picture; readonly origin: Origin }
  | { readonly from: 'synthetic'; readonly finger: number; readonly impression: number; readonly smudged: boolean };

/** What was found in it. Without a view there was no finger to be found. */
export interface Touch {
  /** For the person to look at, in the view's resolution or coarser. */
  readonly image: Image | undefined;
  readonly view: View | undefined;
  /** False when it looks like another finger than the touches before it. */
  readonly alike: boolean;
}

export type Job =
  | { readonly job: 'touch'; readonly source: TouchSource; readonly before: readonly View[] }
  | { readonly job: 'template'; readonly views: readonly View[] };
export type Asked = Job & { readonly id: number };
export type Answered = { readonly id: number } & (
  | { readonly touch: Touch }
  | { readonly template: Uint8Array<ArrayBuffer> }
  | { readonly failed: string }
);
