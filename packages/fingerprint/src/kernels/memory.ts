import { UnsupportedRuntimeError } from '../errors.ts';
import { type Kernels, WASM } from './generated/module.ts';

/** Enough for an image of any allowed size. Unused pages cost nothing. */
const BYTES = 48 * 1024 * 1024;
const PAGE = 65_536;
const ALIGNED = 16;
/** Bytes after each array, because the kernels read and write whole vectors. */
const SLACK = 64;

/** The used part of WebAssembly, which not every runtime's types declare. */
interface Runtime {
  readonly Memory: new (size: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
}

interface Loaded {
  readonly kernels: Kernels;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The kernels use the memory below this address. */
  readonly first: number;
}

let loaded: Loaded | undefined;
let depth = 0;
/** Arrays are allocated one after the other. An inner `withKernels` allocates after the outer one. */
let end = 0;

/** Compiles the kernels before the first use. Throws an `UnsupportedRuntimeError` if they cannot run. */
export function loadEngine(): void {
  withKernels(() => undefined);
}

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

/** Its arrays show a finger and are wiped when it returns, so the result must not contain them. */
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

/** Passes arrays by address. An array that the kernel writes to must be from `newFloats` and the like. */
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
  if (end > before) loaded!.bytes.fill(0, before, end);
  end = before;
  return result;
}

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
