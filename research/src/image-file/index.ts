import type { Image } from '../../../packages/fingerprint/src/types.ts';
import { startsWith } from './bytes.ts';
import { ImageFileError } from './error.ts';
import { decodeFingerImageRecord, FIR } from './finger-image-record.ts';
import { decodeWsq, WSQ_START } from './wsq/index.ts';

export { ImageFileError } from './error.ts';

/**
 * The image in a file of another maker: an ISO/IEC 19794-4 finger image record of 2005 or 2011 (its first view), or WSQ. Where the file does not say
 * its resolution it is 500 dpi. Throws an `ImageFileError`.
 */
export function decodeImage(bytes: Uint8Array): Image {
  if (startsWith(bytes, FIR)) return decodeFingerImageRecord(bytes);
  if (startsWith(bytes, WSQ_START)) return decodeWsq(bytes);
  throw new ImageFileError('not_an_image', 'Neither ISO/IEC 19794-4 nor WSQ.');
}
