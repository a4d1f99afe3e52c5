import { CELL, PLATE } from '../constants.ts';
import { boxMean, newPlane, type Plane } from './plane.ts';

/** What one look at the picture tells of each cell. */
interface Cells {
  readonly width: number;
  readonly height: number;
  readonly mean: Float32Array;
  readonly low: Float32Array;
  readonly high: Float32Array;
}

/**
 * Some readers show more than their glass: paper white or dark beyond a straight edge, which would be taken for ridges. What lies beyond is an
 * even area along the picture's border that stands out from all that lies next to it: brighter than every valley, or darker than the finger on
 * the whole. It is painted over with the gray of what it borders on, its edge too. Valleys as white as the free glass never stand out.
 * Returns 1 for each cell that was painted over; undefined where there is none, as on most readers.
 */
export function paintBeyondPlate(gray: Plane): Uint8Array | undefined {
  const cells = look(gray);
  const beyond = beyondPlate(cells);
  if (beyond === undefined) return undefined;
  const painted = widened(beyond, cells, PLATE.edgeCells);
  paint(gray, cells, painted);
  return painted;
}

function look({ width, height, data }: Plane): Cells {
  const columns = Math.ceil(width / CELL);
  const rows = Math.ceil(height / CELL);
  const [mean, low, high] = [0, 1, 2].map(() => new Float32Array(columns * rows)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  for (let cell = 0; cell < mean.length; cell++) {
    const left = (cell % columns) * CELL;
    const top = Math.floor(cell / columns) * CELL;
    const [right, bottom] = [Math.min(width, left + CELL), Math.min(height, top + CELL)];
    let [sum, least, most] = [0, Infinity, 0];
    for (let y = top; y < bottom; y++) {
      for (let i = y * width + left, end = y * width + right; i < end; i++) {
        const value = data[i]!;
        sum += value;
        if (value < least) least = value;
        if (value > most) most = value;
      }
    }
    mean[cell] = sum / ((right - left) * (bottom - top));
    low[cell] = least;
    high[cell] = most;
  }
  return { width: columns, height: rows, mean, low, high };
}

/** All areas that stand out, 1 per cell. */
function beyondPlate(cells: Cells): Uint8Array | undefined {
  const { width, height } = cells;
  const seen = new Uint8Array(width * height);
  let beyond: Uint8Array | undefined;
  for (let cell = 0; cell < seen.length; cell++) {
    const column = cell % width;
    const onBorder = column === 0 || column === width - 1 || cell < width || cell >= width * (height - 1);
    if (!onBorder || seen[cell] === 1 || !isEven(cells, cell)) continue;
    const area = evenArea(cells, cell, seen);
    if (area.length < PLATE.minCells || !standsOut(cells, area)) continue;
    beyond ??= new Uint8Array(width * height);
    for (const each of area) beyond[each] = 1;
  }
  return beyond;
}

function isEven({ low, high }: Cells, cell: number): boolean {
  return high[cell]! - low[cell]! <= PLATE.evenRange;
}

/** The even cells that hang together with this one without a step. */
function evenArea(cells: Cells, start: number, seen: Uint8Array): number[] {
  const { width, mean } = cells;
  const area = [start];
  seen[start] = 1;
  for (let head = 0; head < area.length; head++) {
    const at = area[head]!;
    for (const next of beside(at, width, seen.length)) {
      if (seen[next] === 1 || !isEven(cells, next) || Math.abs(mean[next]! - mean[at]!) > PLATE.evenStep) continue;
      seen[next] = 1;
      area.push(next);
    }
  }
  return area;
}

function beside(at: number, width: number, count: number): number[] {
  const column = at % width;
  const out: number[] = [];
  if (column > 0) out.push(at - 1);
  if (column < width - 1) out.push(at + 1);
  if (at >= width) out.push(at - width);
  if (at + width < count) out.push(at + width);
  return out;
}

/** Across nearly all of its boundary there is a step: a finger's edge is none, since between ridges the glass is seen. */
function standsOut(cells: Cells, area: readonly number[]): boolean {
  const { width, mean } = cells;
  const inArea = new Uint8Array(mean.length);
  for (const cell of area) inArea[cell] = 1;
  let looked = 0;
  let steps = 0;
  for (const cell of area) {
    for (const next of beside(cell, width, mean.length)) {
      if (inArea[next] === 1) continue;
      const within = lookInto(cells, inArea, cell, next - cell);
      if (within === undefined) continue;
      looked++;
      if (mean[cell]! - within.brightest >= PLATE.brighter || within.mean - mean[cell]! >= PLATE.darker) steps++;
    }
  }
  return looked >= PLATE.minBoundary && steps >= PLATE.minSteps * looked;
}

/** The cells behind the edge in one direction; undefined where the picture or the area itself comes too soon. */
function lookInto(
  { width, height, mean, high }: Cells,
  inArea: Uint8Array,
  cell: number,
  move: number,
): { brightest: number; mean: number } | undefined {
  const column = cell % width;
  const [dx, dy] = Math.abs(move) === 1 ? [move, 0] : [0, Math.sign(move)];
  const [farX, farY] = [column + PLATE.lookTo * dx, Math.floor(cell / width) + PLATE.lookTo * dy];
  if (farX < 0 || farY < 0 || farX >= width || farY >= height) return undefined;
  let [brightest, sum] = [0, 0];
  for (let k = PLATE.lookFrom; k <= PLATE.lookTo; k++) {
    const at = cell + k * move;
    if (inArea[at] === 1) return undefined;
    brightest = Math.max(brightest, high[at]!);
    sum += mean[at]!;
  }
  return { brightest, mean: sum / (PLATE.lookTo - PLATE.lookFrom + 1) };
}

function widened(cells: Uint8Array, { width, height }: Cells, by: number): Uint8Array {
  const marked = newPlane(width, height);
  for (let i = 0; i < cells.length; i++) marked.data[i] = cells[i]!;
  return Uint8Array.from(boxMean(marked, by).data, (share) => (share > 0 ? 1 : 0));
}

/** From the edge outwards the mean gray of what is not painted; further out the mean of the picture. */
function paint(gray: Plane, { width, height, mean }: Cells, painted: Uint8Array): void {
  let known = newPlane(width, height);
  let sums = newPlane(width, height);
  for (let cell = 0; cell < painted.length; cell++) {
    known.data[cell] = 1 - painted[cell]!;
    sums.data[cell] = (1 - painted[cell]!) * mean[cell]!;
  }
  known = boxMean(boxMean(known, PLATE.paintRadius), PLATE.paintRadius);
  sums = boxMean(boxMean(sums, PLATE.paintRadius), PLATE.paintRadius);
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
      gray.data[i] = known.data[cell]! > PLATE.leastKnown ? sums.data[cell]! / known.data[cell]! : usual;
    }
  }
}
