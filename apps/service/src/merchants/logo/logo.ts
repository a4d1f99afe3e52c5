import { createHash } from 'node:crypto';
import { LogoError } from './logo-error.ts';
import { isPng, safePng } from './safe-png.ts';
import { safeSvg } from './safe-svg.ts';

export const LOGO_MAX_BYTES = 32 * 1024;

/** A picture that can do nothing but be looked at. */
export interface Logo {
  /** The hash of its bytes and its kind: the end of its address. What is there never changes. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

const LOGO_ID = /^[0-9a-f]{64}\.(png|svg)$/;
const TYPES = { png: 'image/png', svg: 'image/svg+xml' } as const;

/** The type of what is behind such an address; undefined for what cannot be one. */
export function logoTypeOf(id: string): string | undefined {
  const kind = LOGO_ID.exec(id)?.[1] as keyof typeof TYPES | undefined;
  return kind && TYPES[kind];
}

/** Makes a merchant's file safe: what is not known to be harmless is left out, and named. Throws a sentence where nothing is left. */
export function logoOf(file: Uint8Array): { readonly logo: Logo; readonly leftOut: readonly string[] } {
  if (file.length > LOGO_MAX_BYTES) throw new LogoError(`a logo has at most ${LOGO_MAX_BYTES} bytes`);
  if (isPng(file)) return { logo: named(safePng(file), 'png'), leftOut: [] };
  const { svg, leftOut } = safeSvg(textOf(file));
  return { logo: named(new TextEncoder().encode(svg), 'svg'), leftOut };
}

function named(bytes: Uint8Array, kind: keyof typeof TYPES): Logo {
  return { id: `${createHash('sha256').update(bytes).digest('hex')}.${kind}`, bytes };
}

function textOf(file: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    throw new LogoError('a logo is a PNG picture or an SVG drawing in UTF-8');
  }
}
