// The engine's hot loops, compiled to WebAssembly by `npm run generate`. Planes are rows of 32-bit numbers, a cell is 4 × 4 pixels, a mask one byte
// per cell. All addresses are bytes. Rows are worked on in whole vectors: a little is read and written beyond the end of a plane.

export { binarise, signChanges } from './bitmaps';
export { blend } from './direction';
export { filterLines, powers } from './lines';
export { boxMeans } from './means';
export { flatten, power, products, squaredGradients, squares, weightedSum } from './planes';
export { thin } from './thin';

export { agreement } from './agreement';
export { blocks, correlate } from './blocks';
export { grow } from './grow';
export { field, motions, moved } from './motion';
export { neighbours } from './neighbours';
export { overlap } from './overlap';
export { relax } from './relax';
export { rings } from './rings';
export { similarities } from './similarity';
export { unpack } from './unpack';

/** Where the host's own part of the memory begins: below it lie numbers that kernels work with. */
export function firstFree(): usize {
  return __heap_base;
}
