import { createHash } from 'node:crypto';
import { LogoError, type SafePicture } from './logo-error.ts';
import { isPng, safePng } from './safe-png.ts';
import { isWebp, safeWebp } from './safe-webp.ts';

export const LOGO_MAX_BYTES = 32 * 1024;
const MAX_SIDE = 1024;

export interface Logo {
  /** Hash of its bytes and file type: the end of its URL. The content of a URL never changes. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

const LOGO_ID = /^[0-9a-f]{64}\.(png|webp)$/;
const TYPES = { png: 'image/png', webp: 'image/webp' } as const;

export function logoTypeOf(id: string): string | undefined {
  const kind = LOGO_ID.exec(id)?.[1] as keyof typeof TYPES | undefined;
  return kind && TYPES[kind];
}

/** Removes metadata from the file. Throws LogoError if it is not a picture. */
export function logoOf(file: Uint8Array): Logo {
  if (file.length > LOGO_MAX_BYTES) throw new LogoError(`a logo has at most ${LOGO_MAX_BYTES} bytes`);
  if (isPng(file)) return named(safePng(file), 'png');
  if (isWebp(file)) return named(safeWebp(file), 'webp');
  throw new LogoError('a logo is a PNG or WebP picture: this file is neither');
}

function named({ bytes, width, height }: SafePicture, kind: keyof typeof TYPES): Logo {
  if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE)
    throw new LogoError(`a logo is at most ${MAX_SIDE} by ${MAX_SIDE} pixels`);
  return { id: `${createHash('sha256').update(bytes).digest('hex')}.${kind}`, bytes };
}
