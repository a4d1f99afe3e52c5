import { ease, smoothNoise } from './noise.ts';
import { cos, sin } from './portable.ts';
import type { Random } from './random.ts';
import { IMAGE_HEIGHT, IMAGE_WIDTH, MASTER_HEIGHT, MASTER_WIDTH } from './sizes.ts';

/** Standard deviations; a normal draw here never exceeds 3.5 of them. */
const ROTATION_SPREAD = 0.13;
const MASTER_SPREAD_X = 11;
const MASTER_SPREAD_Y = 19;
const IMAGE_SPREAD = 8;
/** The contact region: half its width, and its height as a multiple of its width. */
const CONTACT_HALF_WIDTH = [98, 132] as const;
const CONTACT_ASPECT = [1.18, 1.42] as const;

/** Skin drags toward the edge of the contact, while its center, pressed hardest, stays in place. */
const DRAG_SPREAD = 6;
const TORSION_SPREAD = 0.05;
const STRETCH_SPREAD = 0.024;
const DRAG_STARTS = 0.3;
const WARP_SPREAD = 2.6;
/** The mapping is linear between knots this far apart. */
export const WARP_CELL = 8;
const WARP_NOISE_CELL = 88;

export type Placement = ReturnType<typeof drawPlacement>;

export const drawPlacement = (random: Random) => {
  const halfWidth = random.between(...CONTACT_HALF_WIDTH);
  return {
    rotation: random.normal() * ROTATION_SPREAD,
    imageX: IMAGE_WIDTH / 2 + random.normal() * IMAGE_SPREAD,
    imageY: IMAGE_HEIGHT / 2 + random.normal() * IMAGE_SPREAD,
    masterX: MASTER_WIDTH / 2 + random.normal() * MASTER_SPREAD_X,
    masterY: MASTER_HEIGHT / 2 + random.normal() * MASTER_SPREAD_Y,
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

export const KNOT_COLUMNS = Math.ceil(IMAGE_WIDTH / WARP_CELL) + 1;
const KNOT_ROWS = Math.ceil(IMAGE_HEIGHT / WARP_CELL) + 1;

/** Per knot, one every `WARP_CELL` pixels of the image: its point on the master, and its radius within the contact (1 is the edge). */
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
    const across = u / placement.halfWidth;
    const along = v / placement.halfHeight;
    radius[i] = Math.sqrt(across * across + along * along);
    const pull = ease(Math.min(1, Math.max(0, radius[i]! - DRAG_STARTS) / (1 - DRAG_STARTS)));
    const { drag } = placement;
    x[i] = placement.masterX + u + WARP_SPREAD * x[i]! + pull * (drag.x - drag.torsion * v + drag.stretch * u);
    y[i] = placement.masterY + v + WARP_SPREAD * y[i]! + pull * (drag.y + drag.torsion * u + drag.stretch * v);
  }
  return { x, y, radius };
};
