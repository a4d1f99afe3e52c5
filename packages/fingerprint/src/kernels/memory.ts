import { load, type Loaded } from './load.ts';
import type { Kernels } from './module.ts';

/** Enough for an image of any allowed size and resolution. Pages of it that were never used cost nothing. */
const BYTES = 48 * 1024 * 1024;
/** Vectors are aligned to this. */
const ALIGNED = 16;
/** The kernels read and write whole vectors: so much beyond the end of an array belongs to it. */
const SLACK = 64;

/** Of this thread: made when it is first needed, and kept. */
let loaded: Loaded | undefined;
let depth = 0;
/** Arrays lie one after the other, those of an inner use behind those of the outer ones. */
let end = 0;

/** Compiles the kernels, as the first extraction or comparison would. Throws an `UnsupportedRuntimeError` where they cannot run. */
export function loadEngine(): void {
  withKernels(() => undefined);
}

/**
 * Runs work with the kernels. The arrays that it makes lie in their memory: they are gone when it returns, so what it returns must hold none. They are
 * wiped as well, because they show a finger, and the next arrays there begin as zeros.
 */
export function withKernels<T>(work: (kernels: Kernels) => T): T {
  loaded ??= load(BYTES);
  const { kernels, bytes, first } = loaded;
  const before = depth === 0 ? first : end;
  end = before;
  depth++;
  try {
    return work(kernels);
  } finally {
    depth--;
    bytes.fill(0, depth === 0 ? 0 : before, end);
    end = before;
  }
}

export function newFloats(count: number): Float32Array {
  return new Float32Array(loaded!.bytes.buffer, room(4 * count), count);
}

export function newBytes(count: number): Uint8Array {
  return new Uint8Array(loaded!.bytes.buffer, room(count), count);
}

export function newDoubles(count: number): Float64Array {
  return new Float64Array(loaded!.bytes.buffer, room(8 * count), count);
}

export function newIntegers(count: number): Int32Array {
  return new Int32Array(loaded!.bytes.buffer, room(4 * count), count);
}

function room(bytes: number): number {
  if (depth === 0) throw new Error('Arrays of the kernels exist inside withKernels alone.');
  const at = end;
  end = at + Math.ceil((bytes + SLACK) / ALIGNED) * ALIGNED;
  if (end > BYTES) throw new RangeError('The kernels have no room for an image of this size.');
  return at;
}

/** Copies, because what a record holds lies elsewhere. */
export function floatsInMemory(array: Float32Array): Float32Array {
  const copy = newFloats(array.length);
  copy.set(array);
  return copy;
}

export function bytesInMemory(array: Uint8Array): Uint8Array {
  const copy = newBytes(array.length);
  copy.set(array);
  return copy;
}

type Placed = Float32Array | Float64Array | Int32Array | Uint8Array;

/** The address of an array that kernels read: its own where it lies in their memory, else that of a copy. */
export function place(array: Placed): number {
  const { buffer, byteOffset, byteLength } = array;
  if (buffer === loaded!.bytes.buffer) return byteOffset;
  const at = room(byteLength);
  loaded!.bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
  return at;
}

/** The address of an array that kernels write. */
export function addressOf({ buffer, byteOffset }: Placed): number {
  if (buffer !== loaded?.bytes.buffer) throw new Error('Kernels write into their own memory alone.');
  return byteOffset;
}
