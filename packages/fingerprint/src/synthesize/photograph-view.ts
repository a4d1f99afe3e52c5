import { MASTER_HEIGHT, MASTER_WIDTH } from './constants.ts';
import type { Master } from './master.ts';
import { PHOTOGRAPH } from './photograph-constants.ts';
import { atan2, cos, sin } from './portable.ts';
import type { Random } from './random.ts';

/** How the finger is held and lit. */
export interface FingerView {
  readonly scale: number;
  readonly cos: number;
  readonly sin: number;
  readonly roll: number;
  readonly tipX: number;
  readonly tipY: number;
  readonly lampX: number;
  readonly lampY: number;
}

export interface Skin {
  /** −1 (valley) to 1 (ridge). */
  readonly relief: number;
  readonly light: number;
  readonly shine: number;
}

/** A turned finger keeps the middle of its pad in the middle of the picture, so that it comes in from another side. */
export function viewOf(
  random: Random,
  { scale, turn = 0 }: { readonly scale?: number; readonly turn?: number },
): FingerView {
  const { width, height, tipAt } = PHOTOGRAPH;
  const usual = random.between(...PHOTOGRAPH.scale);
  const angle = turn + random.normal() * PHOTOGRAPH.turnSpread;
  const [c, s] = [cos(angle), sin(angle)];
  const up = height / 2 - height * random.between(...tipAt);
  return {
    scale: scale ?? usual,
    cos: c,
    sin: s,
    roll: random.normal() * PHOTOGRAPH.rollSpread,
    tipX: width / 2 + up * s,
    tipY: height / 2 - up * c,
    lampX: random.between(-1, 1) * PHOTOGRAPH.lampAside,
    lampY: random.between(-1, 1) * PHOTOGRAPH.lampAside,
  };
}

/** The skin that a pixel of the photo shows; undefined beside the finger. */
export function skinAt(view: FingerView, master: Master, x: number, y: number): Skin | undefined {
  const [dx, dy] = [(x - view.tipX) / view.scale, (y - view.tipY) / view.scale];
  const across = dx * view.cos + dy * view.sin;
  const along = dy * view.cos - dx * view.sin;
  if (along < 0) return undefined;
  const { radius, tipLength } = PHOTOGRAPH;
  const rise = Math.max(0, 1 - along / tipLength);
  const half = radius * Math.sqrt(1 - rise * rise);
  if (Math.abs(across) >= half) return undefined;
  const sideways = arcsine(across / half);
  const forwards = arcsine(rise);
  const unrolled = tipLength * (Math.PI / 2 - forwards) + Math.max(0, along - tipLength);
  return {
    // What lies on the right of the picture lies on the left of a print.
    relief: reliefAt(master, MASTER_WIDTH / 2 - radius * (sideways + view.roll), unrolled - PHOTOGRAPH.aboveMaster),
    ...lightAt(view, across / half, rise),
  };
}

const arcsine = (value: number): number => atan2(value, Math.sqrt(Math.max(0, 1 - value * value)));

/** The surface looks aside by its distance from the finger's middle line, and forwards near the tip. */
function lightAt(view: FingerView, aside: number, forwards: number): { light: number; shine: number } {
  const facing = Math.sqrt(Math.max(0, 1 - aside * aside)) * Math.sqrt(Math.max(0, 1 - forwards * forwards));
  const towards = Math.max(0, facing + aside * view.lampX - forwards * view.lampY);
  const bright = Math.min(1, towards);
  return { light: PHOTOGRAPH.ambient + PHOTOGRAPH.lamp * bright, shine: PHOTOGRAPH.shine * bright ** 16 };
}

/** Bilinear; skin without ridges beyond the pad that was grown. */
function reliefAt({ relief, gaps }: Master, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  if (left < 0 || top < 0 || left >= MASTER_WIDTH - 1 || top >= MASTER_HEIGHT - 1) return 0;
  const [fx, fy] = [x - left, y - top];
  const i = top * MASTER_WIDTH + left;
  const at = (k: number): number => relief[k]! - gaps[k]! / 2;
  const upper = at(i) + (at(i + 1) - at(i)) * fx;
  const lower = at(i + MASTER_WIDTH) + (at(i + MASTER_WIDTH + 1) - at(i + MASTER_WIDTH)) * fx;
  return (upper + (lower - upper) * fy) / 127;
}
