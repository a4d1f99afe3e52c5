// The engine's hot loops, compiled to WebAssembly by `npm run generate`. Planes are rows of 32-bit numbers, a cell is 4 × 4 pixels, a mask one byte
// per cell. All addresses are bytes. Kernels process whole vectors, so they read and write slightly beyond the end of a plane.

export { binarize } from './bitmaps';
export { blend } from './direction';
export { filterLines, powers } from './lines';
export { boxMeans } from './means';
export { flatten, products, squaredGradients, squares } from './planes';
export { addDoubled, addGrid, convolve, fromGrid, toGrid } from './net';
export { thin } from './thin';

export { agreement } from './agreement';
export { blocks, correlate } from './blocks';
export { grow } from './grow';
export { field, motions, moved } from './motion';
export { neighbors } from './neighbors';
export { overlap } from './overlap';
export { relax } from './relax';
export { rings } from './rings';
export { similarities } from './similarity';
export { unpack } from './unpack';

/** The first address for the host. The kernels use the memory below it. */
export function firstFree(): usize {
  return __heap_base;
}
