import jsQR from 'jsqr';
import type { Picture } from '../picture/gray.ts';

/** Dark on light, as our pages show it. */
export const readCode = ({ data, width, height }: Picture): string | undefined =>
  jsQR(data as Uint8ClampedArray, width, height, { inversionAttempts: 'dontInvert' })?.data;
