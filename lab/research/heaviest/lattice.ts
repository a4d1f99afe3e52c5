import { MAP } from '../../../packages/fingerprint/src/constants.ts';
import { packMap } from '../../../packages/fingerprint/src/ridges/pack.ts';
import type { Minutia, View } from '../../../packages/fingerprint/src/index.ts';

export interface Lattice {
  /** Minutiae in each row and column. */
  readonly side: number;
  /** Pixels between them. */
  readonly apart: number;
  /** Maximum noise in pixels and radians. */
  readonly jitter: number;
  readonly map: boolean;
}

/** Cells of the largest map that a record may hold, and the ridges' period in half-resolution pixels. */
const CELLS = Math.floor(Math.sqrt(MAP.maxCells));
const PERIOD = 4.5;
const LEVEL = 120;

/**
 * The most expensive forged view: all neighborhoods are alike, so every pair is a candidate and every match grows to the last minutia. Straight
 * ridges from top to bottom, each cut at its minutiae, pass the inspection.
 */
export function latticeView({ side, apart, jitter, map }: Lattice, random: () => number): View {
  const size = CELLS * MAP.cell;
  const first = Math.round((size - (side - 1) * apart) / 2);
  const off = (): number => (random() * 2 - 1) * jitter;
  const minutiae = Array.from({ length: side * side }, (_, k): Minutia => {
    const place = (step: number): number => Math.min(size - 12, Math.max(12, Math.round(first + step * apart + off())));
    const onRidge = Math.round(place(k % side) / (2 * PERIOD)) * 2 * PERIOD;
    return {
      x: Math.round(map ? onRidge : place(k % side)),
      y: place(Math.floor(k / side)),
      direction: Math.PI / 2 + (off() * Math.PI) / 200,
      type: 'ending',
      quality: 80,
    };
  });
  const view = { width: size, height: size, dpi: 500, quality: 80, minutiae };
  return map ? { ...view, extended: packMap(cutRidges(minutiae)) } : view;
}

function cutRidges(minutiae: readonly Minutia[]): Parameters<typeof packMap>[0] {
  const width = CELLS * MAP.half;
  const ridge = Uint8Array.from({ length: width * width }, (_, i) =>
    Math.cos(((i % width) * 2 * Math.PI) / PERIOD) > 0 ? 1 : 0,
  );
  for (const { x, y } of minutiae) {
    const [column, row] = [Math.round(x / 2), Math.round(y / 2)];
    for (let r = row + 1; r < Math.min(width, row + 6); r++)
      for (let c = Math.max(0, column - 1); c <= Math.min(width - 1, column + 1); c++) ridge[r * width + c] = 0;
  }
  return {
    left: 0,
    top: 0,
    columns: CELLS,
    rows: CELLS,
    orientation: new Uint8Array(CELLS * CELLS).fill(LEVEL),
    ridge,
  };
}
