import { CELL, PLATEN } from '../constants.ts';
import { newPlane, smooth, type Plane } from './plane.ts';
import { connectedParts, isAtEdge } from './segment.ts';

interface Cells {
  readonly width: number;
  readonly height: number;
  readonly mean: Float32Array;
  readonly low: Float32Array;
  readonly high: Float32Array;
}

/** Some readers show an even area outside the platen, whose edge would look like ridges. 1 for each painted cell. */
export function paintOutsidePlaten(gray: Plane): Uint8Array | undefined {
  const cells = summarize(gray);
  const outside = outsidePlaten(cells);
  if (outside === undefined) return undefined;
  const painted = widened(outside, cells, PLATEN.edgeCells);
  paint(gray, cells, painted);
  return painted;
}

function summarize({ width, height, data }: Plane): Cells {
  const columns = Math.ceil(width / CELL);
  const rows = Math.ceil(height / CELL);
  const [mean, low] = [new Float32Array(columns * rows), new Float32Array(columns * rows).fill(255)];
  const [high, pixels] = [new Float32Array(columns * rows), new Uint8Array(columns * rows)];
  for (let y = 0; y < height; y += 2) {
    for (let x = 0, i = y * width, row = Math.floor(y / CELL) * columns; x < width; x++, i++) {
      const cell = row + Math.floor(x / CELL);
      const value = data[i]!;
      mean[cell]! += value;
      pixels[cell]!++;
      if (value < low[cell]!) low[cell] = value;
      if (value > high[cell]!) high[cell] = value;
    }
  }
  for (let cell = 0; cell < mean.length; cell++) mean[cell]! /= pixels[cell]!;
  return { width: columns, height: rows, mean, low, high };
}

function outsidePlaten(cells: Cells): Uint8Array | undefined {
  const { width, mean, low, high } = cells;
  const even = Uint8Array.from(mean, (_, cell) => (high[cell]! - low[cell]! <= PLATEN.evenRange ? 1 : 0));
  const isEven = (one: number, other: number): boolean => Math.abs(mean[one]! - mean[other]!) <= PLATEN.evenStep;
  const { label, sizes } = connectedParts(even, width, 1, isEven);
  const atEdge = new Set(label.filter((_, cell) => isAtEdge(cell, label.length, width)));
  const outside = [...atEdge].filter(
    (part) => part > 0 && sizes[part]! >= PLATEN.minCells && standsOut(cells, label, part),
  );
  return outside.length === 0 ? undefined : Uint8Array.from(label, (part) => (outside.includes(part) ? 1 : 0));
}

const SIDES = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
] as const;

/** Nearly all of the boundary must be a step of gray. The edge of a finger is not, because the glass shows between its ridges. */
function standsOut(cells: Cells, label: Int32Array, part: number): boolean {
  const { width, height } = cells;
  let looked = 0;
  let steps = 0;
  for (let cell = label.indexOf(part); cell >= 0; cell = label.indexOf(part, cell + 1)) {
    for (const [dx, dy] of SIDES) {
      const farX = (cell % width) + PLATEN.lookTo * dx;
      const farY = Math.floor(cell / width) + PLATEN.lookTo * dy;
      if (farX < 0 || farY < 0 || farX >= width || farY >= height) continue;
      const move = dy * width + dx;
      if (label[cell + move] === part) continue;
      const step = stepInto(cells, label, cell, move);
      if (step === undefined) continue;
      looked++;
      if (step) steps++;
    }
  }
  return looked >= PLATEN.minBoundary && steps >= PLATEN.minSteps * looked;
}

/** Whether the cells behind the edge are darker throughout or brighter on average; undefined if they belong to the area. */
function stepInto({ mean, high }: Cells, label: Int32Array, cell: number, move: number): boolean | undefined {
  let brightest = 0;
  let sum = 0;
  for (let k = PLATEN.lookFrom; k <= PLATEN.lookTo; k++) {
    const at = cell + k * move;
    if (label[at] === label[cell]) return undefined;
    brightest = Math.max(brightest, high[at]!);
    sum += mean[at]!;
  }
  const within = sum / (PLATEN.lookTo - PLATEN.lookFrom + 1);
  return mean[cell]! - brightest >= PLATEN.brighter || within - mean[cell]! >= PLATEN.darker;
}

function widened(cells: Uint8Array, { width, height }: Cells, by: number): Uint8Array {
  const marked = newPlane(width, height);
  marked.data.set(cells);
  return Uint8Array.from(smooth(marked, by).data, (share) => (share > 0 ? 1 : 0));
}

/** Near the edge the local mean gray of the unpainted cells, further out the mean of the picture. */
function paint(gray: Plane, { width, height, mean }: Cells, painted: Uint8Array): void {
  let known = newPlane(width, height);
  let sums = newPlane(width, height);
  for (let cell = 0; cell < painted.length; cell++) {
    known.data[cell] = 1 - painted[cell]!;
    sums.data[cell] = (1 - painted[cell]!) * mean[cell]!;
  }
  known = smooth(smooth(known, PLATEN.paintRadius), PLATEN.paintRadius);
  sums = smooth(smooth(sums, PLATEN.paintRadius), PLATEN.paintRadius);
  let [all, count] = [0, 0];
  for (let cell = 0; cell < painted.length; cell++) {
    if (painted[cell] === 1) continue;
    all += mean[cell]!;
    count++;
  }
  const usual = count > 0 ? all / count : 0;
  for (let y = 0, i = 0; y < gray.height; y++) {
    for (let x = 0; x < gray.width; x++, i++) {
      const cell = Math.floor(y / CELL) * width + Math.floor(x / CELL);
      if (painted[cell] === 0) continue;
      gray.data[i] = known.data[cell]! > PLATEN.leastKnown ? sums.data[cell]! / known.data[cell]! : usual;
    }
  }
}
