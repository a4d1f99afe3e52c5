import { encode } from 'uqr';

/** As much light around the code as scanners ask for. */
const QUIET_ZONE = 4;

/** Two modules in one character, which is about twice as high as wide. By whether the upper and the lower one are light. */
const HALVES = { '00': ' ', '10': '▀', '01': '▄', '11': '█' } as const;

/** White on black by number, not by the names of a theme's colours: the code looks the same in a dark and in a light terminal. */
const COLOURS = ['\u001B[38;5;231;48;5;16m', '\u001B[0m'] as const;

/** A QR code in characters. Without colours it is right where letters are light on dark; most scanners read the other way round too. */
export function terminalQr(text: string, { colours }: { readonly colours: boolean }): string {
  const { data } = encode(text, { ecc: 'L', boostEcc: true, border: QUIET_ZONE });
  const [on, off] = colours ? COLOURS : ['', ''];
  const lines: string[] = [];
  for (let y = 0; y < data.length; y += 2) {
    const [upper, lower] = [data[y]!, data[y + 1]];
    // An odd number of rows ends in half a line of quiet zone.
    const line = upper.map((dark, x) => HALVES[`${dark ? 0 : 1}${lower?.[x] ? 0 : 1}`]).join('');
    lines.push(on + line + off);
  }
  return lines.join('\n');
}
