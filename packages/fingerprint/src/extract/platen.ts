import { CELL, PLATEN } from '../constants.ts';
import { newPlane, smooth, type Plane } from './plane.ts';

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
  const { width, height } = cells;
  const area = new Uint16Array(width * height);
  const queue = new Int32Array(area.length);
  let outside: Uint8Array | undefined;
  let number = 0;
  for (let cell = 0; cell < area.length; cell = afterOnBorder(cell, width, height)) {
    if (area[cell] !== 0 || !isEven(cells, cell)) continue;
    const size = fillArea(cells, cell, area, ++number, queue);
    if (size < PLATEN.minCells || !standsOut(cells, area, number, queue.subarray(0, size))) continue;
    outside ??= new Uint8Array(area.length);
    for (const each of queue.subarray(0, size)) outside[each] = 1;
  }
  return outside;
}

function afterOnBorder(cell: number, width: number, height: number): number {
  const withinRows = cell >= width && cell < width * (height - 1);
  return withinRows && cell % width === 0 ? Math.max(cell + 1, cell + width - 1) : cell + 1;
}

function isEven({ low, high }: Cells, cell: number): boolean {
  return high[cell]! - low[cell]! <= PLATEN.evenRange;
}

function fillArea(cells: Cells, start: number, area: Uint16Array, number: number, queue: Int32Array): number {
  const { width, mean } = cells;
  let count = 0;
  const take = (at: number, from: number): void => {
    if (at < 0 || at >= area.length || area[at] !== 0 || !isEven(cells, at)) return;
    if (Math.abs(mean[at]! - mean[from]!) > PLATEN.evenStep) return;
    area[at] = number;
    queue[count++] = at;
  };
  take(start, start);
  for (let head = 0; head < count; head++) {
    const at = queue[head]!;
    const column = at % width;
    if (column > 0) take(at - 1, at);
    if (column < width - 1) take(at + 1, at);
    take(at - width, at);
    take(at + width, at);
  }
  return count;
}

/** Nearly all of the boundary must be a step of gray. The edge of a finger is not, because the glass shows between its ridges. */
function standsOut(cells: Cells, area: Uint16Array, number: number, members: Int32Array): boolean {
  const { width, height } = cells;
  let looked = 0;
  let steps = 0;
  for (const cell of members) {
    if (
      area[cell - 1] === number &&
      area[cell + 1] === number &&
      area[cell - width] === number &&
      area[cell + width] === number
    )
      continue;
    const column = cell % width;
    const row = (cell - column) / width;
    for (let side = 0; side < 4; side++) {
      const dx = side === 0 ? -1 : side === 1 ? 1 : 0;
      const dy = side === 2 ? -1 : side === 3 ? 1 : 0;
      const farX = column + PLATEN.lookTo * dx;
      const farY = row + PLATEN.lookTo * dy;
      if (farX < 0 || farY < 0 || farX >= width || farY >= height) continue;
      const move = dy * width + dx;
      if (area[cell + move] === number) continue;
      const step = stepInto(cells, area, cell, move);
      if (step === undefined) continue;
      looked++;
      if (step) steps++;
    }
  }
  return looked >= PLATEN.minBoundary && steps >= PLATEN.minSteps * looked;
}

/** Whether the cells behind the edge are darker throughout or brighter on average; undefined if they belong to the area. */
function stepInto({ mean, high }: Cells, area: Uint16Array, cell: number, move: number): boolean | undefined {
  let brightest = 0;
  let sum = 0;
  for (let k = PLATEN.lookFrom; k <= PLATEN.lookTo; k++) {
    const at = cell + k * move;
    if (area[at] === area[cell]) return undefined;
    brightest = Math.max(brightest, high[at]!);
    sum += mean[at]!;
  }
  const within = sum / (PLATEN.lookTo - PLATEN.lookFrom + 1);
  return mean[cell]! - brightest >= PLATEN.brighter || within - mean[cell]! >= PLATEN.darker;
}

function widened(cells: Uint8Array, { width, height }: Cells, by: number): Uint8Array {
  const marked = newPlane(width, height);
  for (let i = 0; i < cells.length; i++) marked.data[i] = cells[i]!;
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
