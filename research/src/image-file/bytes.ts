import { Reader } from '../../../packages/fingerprint/src/record/reader.ts';
import { ImageFileError } from './error.ts';

export const readerOf = (bytes: Uint8Array): Reader =>
  new Reader(bytes, (missing) => new ImageFileError('length', `The file ends ${missing} bytes too early.`));

export const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, i) => bytes[i] === byte);
