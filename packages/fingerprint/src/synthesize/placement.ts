/** How one touch puts the finger on the glass: where, turned how far, pressed how large, its skin dragged which way. */
import {
  CONTACT_ASPECT,
  CONTACT_HALF_WIDTH,
  DRAG_SPREAD,
  DRAG_STARTS,
  IMAGE_HEIGHT,
  IMAGE_SPREAD,
  IMAGE_WIDTH,
  MASTER_HEIGHT,
  MASTER_WIDTH,
  ROTATION_SPREAD,
  STRETCH_SPREAD,
  TORSION_SPREAD,
  TOUCH_SPREAD_X,
  TOUCH_SPREAD_Y,
  WARP_CELL,
  WARP_NOISE_CELL,
  WARP_SPREAD,
} from './constants.ts';
import { smoothNoise } from './noise.ts';
import { cos, sin } from './portable.ts';
import type { Random } from './random.ts';

export interface Placement {
  readonly rotation: number;
  /** The contact's centre, in the image and on the master. */
  readonly imageX: number;
  readonly imageY: number;
  readonly masterX: number;
  readonly masterY: number;
  readonly halfWidth: number;
  readonly halfHeight: number;
  readonly drag: { readonly x: number; readonly y: number; readonly torsion: number; readonly stretch: number };
}

export const drawPlacement = (random: Random): Placement => {
  const halfWidth = random.between(...CONTACT_HALF_WIDTH);
  return {
    rotation: random.normal() * ROTATION_SPREAD,
    imageX: IMAGE_WIDTH / 2 + random.normal() * IMAGE_SPREAD,
    imageY: IMAGE_HEIGHT / 2 + random.normal() * IMAGE_SPREAD,
    masterX: MASTER_WIDTH / 2 + random.normal() * TOUCH_SPREAD_X,
    masterY: MASTER_HEIGHT / 2 + random.normal() * TOUCH_SPREAD_Y,
    halfWidth,
    halfHeight: halfWidth * random.between(...CONTACT_ASPECT),
    drag: {
      x: random.normal() * DRAG_SPREAD,
      y: random.normal() * DRAG_SPREAD,
      torsion: random.normal() * TORSION_SPREAD,
      stretch: random.normal() * STRETCH_SPREAD,
    },
  };
};

/** The same touch at another place of the glass. */
export const shifted = (placement: Placement, [right, down]: readonly [number, number]): Placement => ({
  ...placement,
  imageX: placement.imageX + right,
  imageY: placement.imageY + down,
});

export const KNOT_COLUMNS = Math.ceil(IMAGE_WIDTH / WARP_CELL) + 1;
const KNOT_ROWS = Math.ceil(IMAGE_HEIGHT / WARP_CELL) + 1;

/** For a knot every `WARP_CELL` pixels of the image: the point of the master that lies there, and the radius within the contact (1 is its edge). */
export interface Mapping {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly radius: Float32Array;
}

export const mapToMaster = (placement: Placement, random: Random): Mapping => {
  const noiseCell = WARP_NOISE_CELL / WARP_CELL;
  const x = smoothNoise(KNOT_COLUMNS, KNOT_ROWS, noiseCell, random);
  const y = smoothNoise(KNOT_COLUMNS, KNOT_ROWS, noiseCell, random);
  const radius = new Float32Array(x.length);
  const [c, s] = [cos(placement.rotation), sin(placement.rotation)];
  for (let i = 0; i < x.length; i++) {
    const dx = (i % KNOT_COLUMNS) * WARP_CELL - placement.imageX;
    const dy = Math.floor(i / KNOT_COLUMNS) * WARP_CELL - placement.imageY;
    // Rows run downwards, so a counter-clockwise turn of the finger is undone with these signs.
    const u = dx * c - dy * s;
    const v = dx * s + dy * c;
    radius[i] = ellipticRadius(placement, u, v);
    const pull = dragShare(radius[i]!);
    const { drag } = placement;
    x[i] = placement.masterX + u + WARP_SPREAD * x[i]! + pull * (drag.x - drag.torsion * v + drag.stretch * u);
    y[i] = placement.masterY + v + WARP_SPREAD * y[i]! + pull * (drag.y + drag.torsion * u + drag.stretch * v);
  }
  return { x, y, radius };
};

const ellipticRadius = ({ halfWidth, halfHeight }: Placement, u: number, v: number): number => {
  const across = u / halfWidth;
  const along = v / halfHeight;
  return Math.sqrt(across * across + along * along);
};

const dragShare = (radius: number): number => {
  const t = Math.min(1, Math.max(0, radius - DRAG_STARTS) / (1 - DRAG_STARTS));
  return t * t * (3 - 2 * t);
};
