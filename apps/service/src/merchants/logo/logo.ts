import { createHash } from 'node:crypto';
import { RefusedError } from '../../runtime/refused-error.ts';
import { isPng, safePng } from './safe-png.ts';

const LOGO_MAX_BYTES = 32 * 1024;
const MAX_SIDE = 1024;

export interface Logo {
  /** Hash of its bytes and file type: the end of its URL. The content of a URL never changes. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

export const isLogoId = (text: string): boolean => /^[0-9a-f]{64}\.png$/.test(text);

/** Removes metadata from the file. Throws RefusedError if it is not a PNG picture. */
export function logoOf(file: Uint8Array): Logo {
  if (file.length > LOGO_MAX_BYTES) throw new RefusedError(`a logo has at most ${LOGO_MAX_BYTES} bytes`);
  if (!isPng(file)) throw new RefusedError('a logo is a PNG picture, and this file is not');
  const { bytes, width, height } = safePng(file);
  if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE)
    throw new RefusedError(`a logo is at most ${MAX_SIDE} by ${MAX_SIDE} pixels`);
  return { id: `${createHash('sha256').update(bytes).digest('hex')}.png`, bytes };
}
