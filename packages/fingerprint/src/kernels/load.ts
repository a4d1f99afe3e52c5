import { UnsupportedRuntimeError } from '../errors.ts';
import { type Kernels, WASM } from './module.ts';

/** What is used of WebAssembly: not every runtime's types know it. */
interface Runtime {
  readonly Memory: new (size: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
}

export interface Loaded {
  readonly kernels: Kernels;
  /** All of their memory. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Below this lies what kernels work with themselves. */
  readonly first: number;
}

const PAGE = 65_536;

/** Fails where there is no WebAssembly with vectors, or where it is switched off. */
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
