import { TemplateError, type Image } from '../../../packages/fingerprint/src/index.ts';
import { startsWith } from './bytes.ts';
import { ImageFileError } from './error.ts';
import { decodeFingerImageRecord, FIR } from './finger-image-record.ts';
import { decodeWsq, WSQ_START } from './wsq/index.ts';

export { ImageFileError } from './error.ts';

/**
 * Reads the first view of an ISO/IEC 19794-4 finger image record of 2005 or 2011, or a WSQ file. A file that states no resolution is
 * taken for 500 dpi. Throws an `ImageFileError`.
 */
export function decodeImage(bytes: Uint8Array): Image {
  try {
    if (startsWith(bytes, FIR)) return decodeFingerImageRecord(bytes);
    if (startsWith(bytes, WSQ_START)) return decodeWsq(bytes);
  } catch (error) {
    throw error instanceof TemplateError ? new ImageFileError('length', 'The file ends too early.') : error;
  }
  throw new ImageFileError('not_an_image', 'Neither ISO/IEC 19794-4 nor WSQ.');
}
