import { COMPARISON, EXTRACTION } from './module.ts';

/** The functions of kernels.wat and comparison.wat: addresses are bytes into the thread's memory. */
export interface Kernels {
  // biome-ignore format: one kernel a line
  filterLines(image: number, out: number, mask: number, step: number, columns: number, rows: number, offsets: number, stride: number, weights: number, taps: number, wave: number): void;
  // biome-ignore format: one kernel a line
  boxMeans(from: number, to: number, between: number, strip: number, width: number, height: number, radius: number, passes: number, planes: number, squared: number): void;
  // biome-ignore format: one kernel a line
  flat(gray: number, mean: number, squares: number, out: number, width: number, height: number, outWidth: number, floor: number): void;
  // biome-ignore format: one kernel a line
  squaredGradients(image: number, mask: number, columns: number, rows: number, cos: number, sin: number, energy: number): void;
  // biome-ignore format: one kernel a line
  blend(mask: number, count: number, nearCos: number, nearSin: number, nearEnergy: number, wideCos: number, wideSin: number, wideEnergy: number, cos: number, sin: number, step: number, coherence: number): void;
  // biome-ignore format: one kernel a line
  products(one: number, other: number, mask: number, columns: number, rows: number, both: number, first: number, second: number): void;
  power(from: number, count: number): number;
  weightedSum(one: number, other: number, part: number, to: number, count: number): void;
  binarise(data: number, raw: number, mask: number, out: number, columns: number, rows: number): void;
  signChanges(even: number, odd: number, out: number, width: number, height: number): void;
  // biome-ignore format: one kernel a line
  powers(at: number, line: number, waves: number, count: number, bins: number, out: number, step: number, profile: number): void;
  // biome-ignore format: one kernel a line
  prune(skeleton: number, count: number, width: number, crossings: number, minLine: number, minBranch: number, path: number): void;
  // biome-ignore format: one kernel a line
  lineEnds(skeleton: number, mask: number, columns: number, rows: number, crossings: number, at: number, kind: number, most: number): number;
  thin(ridges: number, out: number, bits: number, width: number, height: number, corners: number): void;
  // biome-ignore format: one kernel a line
  similarities(ringsA: number, knownA: number, nearA: number, countsA: number, rows: number, ringsB: number, knownB: number, nearB: number, countsB: number, columns: number, out: number, settings: number, roughA: number, roughB: number, list: number): void;
  // biome-ignore format: one kernel a line
  predict(pairs: number, index: number, count: number, xs: number, ys: number, points: number, own: number, out: number, plane: number, twice: number, settings: number): void;
  // biome-ignore format: one kernel a line
  grow(a: number, planeA: number, countA: number, b: number, planeB: number, countB: number, partner: number, fit: number, owner: number, index: number, pairs: number, predicted: number, plane: number, twice: number, rounds: number, settings: number): number;
  // biome-ignore format: one kernel a line
  nodes(map: number, columns: number, rows: number, left: number, top: number, index: number, xs: number, ys: number): number;
  // biome-ignore format: one kernel a line
  field(pairs: number, count: number, xs: number, ys: number, index: number, points: number, predicted: number, plane: number, twice: number, out: number, nodes: number, turns: number, settings: number): void;
  // biome-ignore format: one kernel a line
  shared(a: number, planeA: number, countA: number, mapA: number, columnsA: number, rowsA: number, leftA: number, topA: number, b: number, planeB: number, countB: number, mapB: number, columnsB: number, rowsB: number, leftB: number, topB: number, partner: number, pairs: number, count: number, back: number, index: number, backwards: number, predicted: number, room: number, twice: number, settings: number): number;
  // biome-ignore format: one kernel a line
  blocks(map: number, width: number, height: number, orientation: number, table: number, known: number, across: number, columns: number, nodes: number, ridges: number, finger: number, rows: number): void;
  // biome-ignore format: one kernel a line
  correlate(known: number, across: number, ridges: number, finger: number, field: number, nodes: number, map: number, width: number, height: number, left: number, top: number, out: number, rows: number, least: number): void;
  // biome-ignore format: one kernel a line
  rings(view: number, count: number, map: number, columns: number, rows: number, left: number, top: number, points: number, of: number, out: number, known: number): void;
  // biome-ignore format: one kernel a line
  neighbours(view: number, count: number, near: number, counts: number, index: number, squares: number, settings: number, whole: number): void;
  unpack(bits: number, orientation: number, columns: number, rows: number, out: number): void;
  most(values: number, count: number, index: number, strength: number, room: number): number;
  // biome-ignore format: one kernel a line
  relax(a: number, planeA: number, b: number, planeB: number, pairsA: number, pairsB: number, pairs: number, count: number, strength: number, rounds: number, settings: number, support: number, before: number): void;
  // biome-ignore format: one kernel a line
  overlap(mapA: number, columns: number, rows: number, field: number, turns: number, plane: number, mapB: number, columnsB: number, rowsB: number, left: number, top: number, table: number, cells: number): number;
  agreement(found: number, columns: number, rows: number, votes: number, sums: number, settings: number): void;
}

/** What is used of WebAssembly: not every runtime's types know it, and not every runtime has it. */
interface Runtime {
  readonly Memory: new (size: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
}

export interface Loaded {
  readonly kernels: Kernels;
  readonly buffer: ArrayBuffer;
  /** All of it. */
  readonly bytes: Uint8Array;
}

const PAGE = 65_536;

/** Undefined where there is no WebAssembly with vectors, or where a page forbids it: then the same is done in TypeScript. */
export function load(bytes: number): Loaded | undefined {
  const { WebAssembly: runtime } = globalThis as { WebAssembly?: Runtime };
  if (runtime === undefined) return undefined;
  try {
    const pages = bytes / PAGE;
    const memory = new runtime.Memory({ initial: pages, maximum: pages });
    const thread = { memory, atan2: Math.atan2 };
    const [extraction, comparison] = [EXTRACTION, COMPARISON].map((base64) => {
      const module = new runtime.Module(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
      return new runtime.Instance(module, { thread }).exports;
    });
    const { buffer } = memory;
    return { kernels: { ...extraction, ...comparison } as Kernels, buffer, bytes: new Uint8Array(buffer) };
  } catch {
    return undefined;
  }
}
