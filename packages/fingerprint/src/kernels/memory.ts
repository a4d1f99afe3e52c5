import { UnsupportedRuntimeError } from '../errors.ts';
import { type Kernels, WASM } from './generated/module.ts';

/** Enough for an image of any allowed size and resolution. Unused pages cost nothing. */
const BYTES = 48 * 1024 * 1024;
const PAGE = 65_536;
/** Vectors are aligned to this. */
const ALIGNED = 16;
/** The kernels read and write whole vectors, so each array owns this many bytes beyond its end. */
const SLACK = 64;

/** The part of WebAssembly that is used: not every runtime's types declare it. */
interface Runtime {
  readonly Memory: new (size: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
}

interface Loaded {
  readonly kernels: Kernels;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The kernels' own working memory lies below this address. */
  readonly first: number;
}

/** One per thread, created on first use. */
let loaded: Loaded | undefined;
let depth = 0;
/** Arrays lie one after the other; arrays of an inner `withKernels` lie behind those of the outer ones. */
let end = 0;

/** Compiles the kernels, as the first extraction or comparison would. Throws an `UnsupportedRuntimeError` if they cannot run. */
export function loadEngine(): void {
  withKernels(() => undefined);
}

/** Fails if WebAssembly with vectors is missing or switched off. */
export function load(size: number): Loaded {
  const { WebAssembly: runtime } = globalThis as { WebAssembly?: Runtime };
  if (runtime === undefined) throw new UnsupportedRuntimeError('this runtime has no WebAssembly');
  try {
    const pages = size / PAGE;
    const memory = new runtime.Memory({ initial: pages, maximum: pages });
    const module = new runtime.Module(Uint8Array.from(atob(WASM), (character) => character.charCodeAt(0)));
    const imports = { env: { memory }, host: { atan2: Math.atan2 } };
    const kernels = new runtime.Instance(module, imports).exports as Kernels;
    return { kernels, bytes: new Uint8Array(memory.buffer), first: kernels.firstFree() };
  } catch (error) {
    throw new UnsupportedRuntimeError('this runtime cannot compile the kernels', { cause: error });
  }
}

/**
 * Runs work that uses the kernels. Its arrays lie in their memory and are gone when it returns, so the result must not hold
 * any. They are wiped because they show a finger, and so that the next arrays start as zeros.
 */
export function withKernels<T>(work: () => T): T {
  loaded ??= load(BYTES);
  const before = depth === 0 ? loaded.first : end;
  end = before;
  depth++;
  try {
    return work();
  } finally {
    depth--;
    loaded.bytes.fill(0, depth === 0 ? 0 : before, end);
    end = before;
  }
}

type Numbers = Float32Array | Float64Array | Int32Array | Uint8Array;
type Arguments<P extends number[]> = { [I in keyof P]: number | Numbers };

/** Calls a kernel; arrays are passed by address. An array that the kernel writes to must lie in its memory. */
export function call<K extends keyof Kernels>(
  kernel: K,
  ...args: Arguments<Parameters<Kernels[K]>>
): ReturnType<Kernels[K]> {
  const before = end;
  const addresses: number[] = [];
  for (const argument of args as (number | Numbers)[])
    addresses.push(typeof argument === 'number' ? argument : addressOf(argument));
  const run = loaded!.kernels[kernel] as (...all: number[]) => ReturnType<Kernels[K]>;
  const result = run(...addresses);
  // Copies of arguments are not needed any more.
  if (end > before) loaded!.bytes.fill(0, before, end);
  end = before;
  return result;
}

/** The address of an array: its own if it lies in the kernels' memory, else that of a copy. */
export function addressOf({ buffer, byteOffset, byteLength }: Numbers): number {
  if (buffer === loaded!.bytes.buffer) return byteOffset;
  const at = allocate(byteLength);
  loaded!.bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
  return at;
}

function allocate(bytes: number): number {
  if (depth === 0) throw new Error('Arrays of the kernels exist only inside withKernels.');
  const at = end;
  end = at + Math.ceil((bytes + SLACK) / ALIGNED) * ALIGNED;
  if (end > BYTES) throw new RangeError('The kernels have no memory for an image of this size.');
  return at;
}

export const newFloats = (count: number): Float32Array =>
  new Float32Array(loaded!.bytes.buffer, allocate(4 * count), count);
export const newBytes = (count: number): Uint8Array => new Uint8Array(loaded!.bytes.buffer, allocate(count), count);
export const newDoubles = (count: number): Float64Array =>
  new Float64Array(loaded!.bytes.buffer, allocate(8 * count), count);
export const newIntegers = (count: number): Int32Array =>
  new Int32Array(loaded!.bytes.buffer, allocate(4 * count), count);
