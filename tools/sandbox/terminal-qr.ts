import { renderUnicodeCompact } from 'uqr';

/** Scanners need this much light around the code. */
const QUIET_ZONE = 4;

/** White on black by number: a theme's named colours would differ between a dark and a light terminal. */
const COLOURS = ['\u001B[38;5;231;48;5;16m', '\u001B[0m'] as const;

/** A QR code in characters. Without colours it is right where letters are light on dark; most scanners read the inverse too. */
export function terminalQr(text: string, { colours }: { readonly colours: boolean }): string {
  const code = renderUnicodeCompact(text, { ecc: 'L', boostEcc: true, border: QUIET_ZONE });
  const [on, off] = COLOURS;
  return colours ? code.replaceAll(/^.*$/gm, `${on}$&${off}`) : code;
}
