import { PREPARE } from '../constants.ts';
import { bytesInMemory, floatsInMemory } from '../kernels/memory.ts';
import type { RidgeMap } from '../ridges/map.ts';
import { unpackMap } from '../ridges/pack.ts';
import type { View } from '../types.ts';
import { type Nodes, nodesOf } from './field.ts';
import { minutiaArrays, type MinutiaArrays } from './minutia-arrays.ts';
import { neighbours, type Neighbours } from './neighbours.ts';
import { outline, type Outline } from './outline.ts';
import { ridgeBlocks, type RidgeBlocks } from './ridge-blocks.ts';
import { rings, type Rings } from './rings.ts';

/** All that a comparison needs of one view alone, made once however many views it is compared with. It is gone when its `withKernels` returns. */
export interface PreparedView extends MinutiaArrays {
  readonly neighbours: Neighbours;
  /** What lies between the minutiae, where the record carries it. */
  readonly map: RidgeMap | undefined;
  readonly rings: Rings | undefined;
  /** Of the map; made when they are first needed. */
  readonly blocks: (() => RidgeBlocks) | undefined;
  readonly nodes: (() => Nodes) | undefined;
  /** Where there is no map. */
  readonly outline: Outline | undefined;
}

/** With the best of its minutiae alone, at most so many. */
export function prepare(view: View, most: number = PREPARE.maxMinutiae): PreparedView {
  const own = minutiaArrays(view, most);
  const minutiae = { ...own, places: floatsInMemory(own.places) };
  const unpacked = unpackMap(view.extended);
  const map = unpacked && mapInMemory(unpacked);
  return {
    ...minutiae,
    neighbours: neighbours(minutiae),
    map,
    rings: map && rings(minutiae, map),
    blocks: map && once(() => ridgeBlocks(map)),
    nodes: map && once(() => nodesOf(map)),
    outline: map ? undefined : outline(minutiae),
  };
}

function mapInMemory(map: RidgeMap): RidgeMap {
  // Most comparisons of strangers never ask for the ridges.
  const ridge = once(() => bytesInMemory(map.ridge));
  const { left, top, columns, rows } = map;
  return {
    left,
    top,
    columns,
    rows,
    orientation: bytesInMemory(map.orientation),
    get ridge() {
      return ridge();
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
