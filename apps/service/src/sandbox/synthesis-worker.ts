import { encodeTemplate, extract, synthesize } from '@authly/fingerprint';

/** The same numbers give the same template. */
export interface SyntheticCapture {
  readonly finger: number;
  readonly impression: number;
}

export const work = (capture: SyntheticCapture): Uint8Array<ArrayBuffer> =>
  new Uint8Array(encodeTemplate([extract(synthesize(capture))]));
