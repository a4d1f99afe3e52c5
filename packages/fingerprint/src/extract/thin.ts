import { kernelsFor, newBytes, place, run, workRoom } from '../kernels/memory.ts';
import type { Bitmap } from './binarise.ts';

// Neighbours clockwise from above, as bits 0 to 7.
const PASS_ONE = removable(([above, right, below, left]) => !(above && right && below) && !(right && below && left));
const PASS_TWO = removable(([above, right, below, left]) => !(above && right && left) && !(above && below && left));
const CORNER = cornerTable();

/** Ridges → lines one pixel wide (Zhang and Suen), visiting only the edges that are still being eaten. */
export function thin(ridges: Bitmap): Bitmap {
  const { width, height } = ridges;
  const data = newBytes(width * height);
  const kernels = kernelsFor(data);
  if (kernels) {
    const bits = 4 * (width / 8 + 24) * (height + 2);
    // biome-ignore format: one row a line
    run(() => kernels.thin(place(ridges.data), place(data), workRoom(bits), width, height, place(CORNER)));
    return { width, height, data };
  }
  data.set(ridges.data);
  let active = edges(data, width, height);
  const removed = new Int32Array(data.length);
  while (active.length > 0) {
    const first = erode(data, width, active, PASS_ONE, removed, 0);
    const total = erode(data, width, active, PASS_TWO, removed, first);
    if (total === 0) break;
    active = nextEdges(data, width, active, removed, total);
  }
  cutCorners(data, width, height);
  return { width, height, data };
}

function removable(passes: (straight: readonly boolean[]) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, code) => {
    const n = Array.from({ length: 8 }, (_, bit) => (code >> bit) & 1);
    const count = n.reduce((sum, value) => sum + value, 0);
    const starts = n.filter((value, bit) => value === 0 && n[(bit + 1) % 8] === 1).length;
    return count >= 2 && count <= 6 && starts === 1 && passes([0, 2, 4, 6].map((bit) => n[bit] === 1)) ? 1 : 0;
  });
}

/** A pixel at the corner of a diagonal step is not needed to hold the line together, and would look like a junction. */
function cornerTable(): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, code) => {
    const n = Array.from({ length: 8 }, (_, bit) => (code >> bit) & 1);
    const corner = [0, 2, 4, 6].some(
      (bit) =>
        n[bit] === 1 &&
        n[(bit + 2) % 8] === 1 &&
        n[(bit + 5) % 8] === 0 &&
        n[(bit + 4) % 8] === 0 &&
        n[(bit + 6) % 8] === 0,
    );
    return corner ? 1 : 0;
  });
}

export function neighbourCode(data: Uint8Array, i: number, width: number): number {
  return (
    data[i - width]! |
    (data[i - width + 1]! << 1) |
    (data[i + 1]! << 2) |
    (data[i + width + 1]! << 3) |
    (data[i + width]! << 4) |
    (data[i + width - 1]! << 5) |
    (data[i - 1]! << 6) |
    (data[i - width - 1]! << 7)
  );
}

function edges(data: Uint8Array, width: number, height: number): Int32Array {
  const found = new Int32Array(data.length);
  let count = 0;
  for (let i = width + 1; i < width * (height - 1) - 1; i++) {
    if (data[i] === 1 && (data[i - 1]! & data[i + 1]! & data[i - width]! & data[i + width]!) === 0) found[count++] = i;
  }
  return found.subarray(0, count);
}

/** Marks first and removes after, because the pass must see the picture as it was. */
function erode(
  data: Uint8Array,
  width: number,
  active: Int32Array,
  table: Uint8Array,
  removed: Int32Array,
  from: number,
): number {
  let total = from;
  for (let k = 0; k < active.length; k++) {
    const i = active[k]!;
    if (data[i] === 1 && table[neighbourCode(data, i, width)] === 1) removed[total++] = i;
  }
  for (let k = from; k < total; k++) data[removed[k]!] = 0;
  return total;
}

/** What may go next: the edge pixels that stayed, and the ridge pixels that the removed ones uncovered. */
function nextEdges(
  data: Uint8Array,
  width: number,
  active: Int32Array,
  removed: Int32Array,
  total: number,
): Int32Array {
  const next = new Int32Array(active.length + total * 8);
  let count = 0;
  const take = (i: number): void => {
    if (data[i] !== 1) return;
    data[i] = 3;
    next[count++] = i;
  };
  for (let k = 0; k < total; k++) {
    const i = removed[k]!;
    take(i - 1);
    take(i + 1);
    take(i - width);
    take(i + width);
    take(i - width - 1);
    take(i - width + 1);
    take(i + width - 1);
    take(i + width + 1);
  }
  for (let k = 0; k < count; k++) data[next[k]!] = 1;
  return next.subarray(0, count);
}

function cutCorners(data: Uint8Array, width: number, height: number): void {
  for (let i = width + 1; i < width * (height - 1) - 1; i++) {
    if (data[i] === 1 && CORNER[neighbourCode(data, i, width)] === 1) data[i] = 0;
  }
}
