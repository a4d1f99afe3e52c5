import { FAULT } from './constants.ts';
import type { SkinMask } from './skin.ts';
import type { Colours } from './small-copy.ts';
import type { PhotoFault } from './types.ts';

/** Why the ridges cannot be made out, as far as the light is to blame. */
export function lightFault({ planes: [red, green, blue] }: Colours, { data }: SkinMask): PhotoFault | undefined {
  let [count, sum, greens, bright] = [0, 0, 0, 0];
  for (let i = 0; i < data.length; i++) {
    if (data[i] === 0) continue;
    count++;
    sum += (red[i]! + green[i]! + blue[i]!) / 3;
    greens += green[i]!;
    if (red[i]! + green[i]! + blue[i]! > 3 * FAULT.brightAbove) bright++;
  }
  if (sum / count < FAULT.darkBelow) return 'too_dark';
  return greens / count > FAULT.maxGreen || bright / count > FAULT.maxBright ? 'too_bright' : undefined;
}
