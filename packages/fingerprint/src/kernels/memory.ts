import { type Kernels, load, type Loaded } from './load.ts';

/** Planes lie one after the other from the start. What finds no room there lies elsewhere, and is copied in for each kernel. */
const PLANE_BYTES = 24 * 1024 * 1024;
/** What a kernel needs while it runs. */
const WORK_BYTES = 16 * 1024 * 1024;
/** The kernels read and write whole vectors: so much beyond the end of an array belongs to it. */
const SLACK = 64;
/** A larger plane is worked on in TypeScript: with this many pixels, four planes find room for work. */
const MAX_PIXELS = 800_000;

/** Of this thread: made when it first extracts, and kept. Pages of it that were never used cost nothing. */
let loaded: Loaded | undefined;
let tried = false;
let wanted = true;
let depth = 0;
let planesEnd = 0;
let workEnd = PLANE_BYTES;
/** How far the work reached since it was last wiped. */
let workUsed = PLANE_BYTES;
/** Numbers each use of the memory; 0 outside of all. */
let use = 0;
let uses = 0;

/** Arrays that have a copy among the planes, and its address. */
const kept = new Map<object, number>();

/** Runs work whose planes lie in the kernels' memory. They are gone when it returns, and wiped: what it returns must hold none. */
export function withKernels<T>(work: () => T): T {
  if (!tried) {
    loaded = load(PLANE_BYTES + WORK_BYTES);
    tried = true;
  }
  const [before, outer] = [planesEnd, use];
  depth++;
  use = ++uses;
  try {
    return work();
  } finally {
    depth--;
    use = outer;
    wipe(before, planesEnd);
    planesEnd = before;
    kept.clear();
    if (depth === 0) {
      wipe(PLANE_BYTES, workUsed);
      workUsed = PLANE_BYTES;
    }
  }
}

/** Planes show a finger: nothing of it stays for whoever reads this memory later. The next planes there are zeros thereby. */
function wipe(from: number, to: number): void {
  loaded?.bytes.fill(0, from, to);
}

/** The kernels, inside `withKernels` and if all that they are to write as planes lies in their memory; undefined where TypeScript has to do it. */
export function kernelsFor(
  ...written: readonly { readonly length: number; readonly buffer: ArrayBufferLike }[]
): Kernels | undefined {
  if (loaded === undefined || depth === 0 || !wanted) return undefined;
  for (const { length, buffer } of written) if (buffer !== loaded.buffer || length > MAX_PIXELS) return undefined;
  return loaded.kernels;
}

/** What is made when it is first asked for, and again where the planes that it was made in are gone. */
export function madeOnce<T>(make: () => T): () => T {
  let made: { readonly value: T; readonly use: number } | undefined;
  return () => {
    if (made === undefined || (made.use !== use && made.use !== 0)) made = { value: make(), use };
    return made.value;
  };
}

/** For tests, which compare both ways. Returns whether there are kernels at all. */
export function useKernels(use: boolean): boolean {
  wanted = use;
  return withKernels(() => loaded !== undefined);
}

/** Zeros. */
export function newFloats(count: number): Float32Array {
  const at = room(count * 4);
  return at === undefined ? new Float32Array(count) : new Float32Array(loaded!.buffer, at, count);
}

export function newBytes(count: number): Uint8Array {
  const at = room(count);
  return at === undefined ? new Uint8Array(count) : new Uint8Array(loaded!.buffer, at, count);
}

export function newDoubles(count: number): Float64Array {
  const at = room(count * 8);
  return at === undefined ? new Float64Array(count) : new Float64Array(loaded!.buffer, at, count);
}

export function newIntegers(count: number): Int32Array {
  const at = room(count * 4);
  return at === undefined ? new Int32Array(count) : new Int32Array(loaded!.buffer, at, count);
}

export function newHalves(count: number): Uint16Array {
  const at = room(count * 2);
  return at === undefined ? new Uint16Array(count) : new Uint16Array(loaded!.buffer, at, count);
}

function room(bytes: number): number | undefined {
  if (depth === 0 || !wanted || loaded === undefined) return undefined;
  const end = planesEnd + (Math.ceil(bytes / 16) * 16 + SLACK);
  if (end > PLANE_BYTES) return undefined;
  const at = planesEnd;
  planesEnd = end;
  return at;
}

/** Runs one kernel; what `place` and `workRoom` gave meanwhile is free again after it. */
export function run<T>(work: () => T): T {
  const before = workEnd;
  try {
    return work();
  } finally {
    workEnd = before;
  }
}

/** The address of so many bytes to work in. What they hold is left from before. */
export function workRoom(bytes: number): number {
  const at = workEnd;
  workEnd += Math.ceil(bytes / 16) * 16 + SLACK;
  workUsed = Math.max(workUsed, workEnd);
  return at;
}

type Placed = Float32Array | Float64Array | Int32Array | Uint16Array | Uint8Array;

/** The address of an array: its own where it lies in the kernels' memory, else that of a copy. */
export function place(array: Placed): number {
  return array.buffer === loaded!.buffer ? array.byteOffset : copyTo(workRoom(array.byteLength), array);
}

/** The same for an array that stays as it is: one copy serves until `withKernels` returns. */
export function keep(array: Placed): number {
  if (array.buffer === loaded!.buffer) return array.byteOffset;
  const known = kept.get(array);
  if (known !== undefined) return known;
  const at = room(array.byteLength);
  if (at === undefined) return place(array);
  kept.set(array, at);
  return copyTo(at, array);
}

function copyTo(at: number, array: Placed): number {
  const { buffer, byteOffset, byteLength } = array;
  loaded!.bytes.set(array instanceof Uint8Array ? array : new Uint8Array(buffer, byteOffset, byteLength), at);
  return at;
}

/** What lies at an address, for as long as the address is one's own. */
export const lying = {
  bytes: (from: number, count: number): Uint8Array => new Uint8Array(loaded!.buffer, from, count),
  integers: (from: number, count: number): Int32Array => new Int32Array(loaded!.buffer, from, count),
  floats: (from: number, count: number): Float32Array => new Float32Array(loaded!.buffer, from, count),
  doubles: (from: number, count: number): Float64Array => new Float64Array(loaded!.buffer, from, count),
};
