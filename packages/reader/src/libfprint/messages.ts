import type { Image } from '@authly/fingerprint';
import type { ReaderErrorCode } from '../errors.ts';
import type { Reader } from './devices.ts';

/** `cancel` only follows `capture`. */
export type ToReaderProcess = 'list' | 'capture' | 'cancel';

export type FromReaderProcess =
  | { readonly waiting: true }
  | { readonly readers: readonly Reader[] }
  | { readonly image: Image }
  | { readonly error: ReaderErrorCode };
