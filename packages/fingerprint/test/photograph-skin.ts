import type { Master } from '../src/synthesize/master.ts';
import { atan2, cos, sin } from '../src/synthesize/portable.ts';
import type { Random } from '../src/synthesize/random.ts';
import { MASTER_HEIGHT, MASTER_WIDTH } from '../src/synthesize/sizes.ts';

/** Pixels of the photo. */
export const PHOTO_WIDTH = 540;
export const PHOTO_HEIGHT = 700;
/** Half the finger's width, and how far behind the tip it has that width. */
const RADIUS = 175;
const TIP_LENGTH = 132;
/** Distance of the tip above the grown pad. */
const ABOVE_MASTER = 28;
const SCALE = [1.25, 1.4] as const;
/** Radians, as standard deviations: how the finger is turned in the picture, and rolled about its own length. */
const TURN_SPREAD = 0.08;
const ROLL_SPREAD = 0.07;
/** Share of the picture above the tip. */
const TIP_AT = [0.08, 0.16] as const;
/** Sideways offset of the lamp, as a share of its distance. */
const LAMP_ASIDE = 0.3;
const AMBIENT = 0.35;
const LAMP = 0.62;
const SHINE = 18;

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

/** A turned finger keeps the middle of its pad in the middle of the picture, so that it enters from another side. */
export function viewOf(
  random: Random,
  { scale, turn = 0 }: { readonly scale?: number; readonly turn?: number },
): FingerView {
  const usual = random.between(...SCALE);
  const angle = turn + random.normal() * TURN_SPREAD;
  const [c, s] = [cos(angle), sin(angle)];
  const up = PHOTO_HEIGHT / 2 - PHOTO_HEIGHT * random.between(...TIP_AT);
  return {
    scale: scale ?? usual,
    cos: c,
    sin: s,
    roll: random.normal() * ROLL_SPREAD,
    tipX: PHOTO_WIDTH / 2 + up * s,
    tipY: PHOTO_HEIGHT / 2 - up * c,
    lampX: random.between(-1, 1) * LAMP_ASIDE,
    lampY: random.between(-1, 1) * LAMP_ASIDE,
  };
}

export interface Skin {
  /** −1 (valley) to 1 (ridge). */
  readonly relief: number;
  readonly light: number;
  readonly shine: number;
}

/** The skin at a pixel of the photo; undefined outside the finger. */
export function skinAt(view: FingerView, master: Master, x: number, y: number): Skin | undefined {
  const [dx, dy] = [(x - view.tipX) / view.scale, (y - view.tipY) / view.scale];
  const across = dx * view.cos + dy * view.sin;
  const along = dy * view.cos - dx * view.sin;
  if (along < 0) return undefined;
  const rise = Math.max(0, 1 - along / TIP_LENGTH);
  const half = RADIUS * Math.sqrt(1 - rise * rise);
  if (Math.abs(across) >= half) return undefined;
  const unrolled = TIP_LENGTH * (Math.PI / 2 - arcsine(rise)) + Math.max(0, along - TIP_LENGTH);
  return {
    // A photo is the mirror image of a sensor capture.
    relief: reliefAt(master, MASTER_WIDTH / 2 - RADIUS * (arcsine(across / half) + view.roll), unrolled - ABOVE_MASTER),
    ...lightAt(view, across / half, rise),
  };
}

const arcsine = (value: number): number => atan2(value, Math.sqrt(Math.max(0, 1 - value * value)));

/** The surface faces sideways with its distance from the finger's middle line, and forwards near the tip. */
function lightAt(view: FingerView, aside: number, forwards: number): { light: number; shine: number } {
  const facing = Math.sqrt(Math.max(0, 1 - aside * aside)) * Math.sqrt(Math.max(0, 1 - forwards * forwards));
  const bright = Math.min(1, Math.max(0, facing + aside * view.lampX - forwards * view.lampY));
  return { light: AMBIENT + LAMP * bright, shine: SHINE * bright ** 16 };
}

/** Bilinear; skin without ridges outside the grown pad. */
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
