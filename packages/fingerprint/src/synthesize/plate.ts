/** The glass of a reader whose picture shows more than the glass: straight edges, cut corners, and what lies beyond. */
import type { Image } from '../types.ts';
import {
  BEYOND_PLATE,
  BEYOND_PLATE_NOISE,
  IMAGE_HEIGHT,
  IMAGE_WIDTH,
  PLATE_CORNER,
  PLATE_EDGE,
  PLATE_INSET,
  PLATE_SHADE,
} from './constants.ts';
import { randomFor, type Random } from './random.ts';

export interface Plate {
  /** Pixels from a place on the glass to its nearest edge; below 0 beyond it. */
  readonly toEdge: (x: number, y: number) => number;
  /** Gray level beyond the glass: white as paper, or dark. */
  readonly beyond: number;
  /** Gray level of the line along the edge, and half its width. */
  readonly line: number;
  readonly halfWidth: number;
}

export const plateOf = (plate: number): Plate => {
  const random = randomFor('plate', plate);
  const inset = (): number => random.between(...PLATE_INSET);
  const [left, top, right, bottom] = [inset(), inset(), inset(), inset()];
  const corner = random.between(...PLATE_CORNER);
  const toEdge = (x: number, y: number): number => {
    const across = Math.min(x - left, IMAGE_WIDTH - right - x);
    const down = Math.min(y - top, IMAGE_HEIGHT - bottom - y);
    return Math.min(across, down, (across + down - corner) * Math.SQRT1_2);
  };
  const beyond = BEYOND_PLATE[plate % BEYOND_PLATE.length]!;
  return {
    toEdge,
    beyond,
    line: random.between(...PLATE_EDGE.gray),
    halfWidth: random.between(...PLATE_EDGE.halfWidth),
  };
};

export const onPlate = ({ pixels, ...image }: Image, plate: Plate, random: Random): Image => {
  const shown = pixels.map((gray, i) => {
    const inside = plate.toEdge(i % image.width, Math.floor(i / image.width));
    // Glass is a little darker than white paper beyond it.
    if (inside > plate.halfWidth) return gray * PLATE_SHADE;
    if (inside >= -plate.halfWidth) return plate.line;
    return Math.min(255, plate.beyond + (random.unit() - 0.5) * BEYOND_PLATE_NOISE);
  });
  return { ...image, pixels: shown };
};
