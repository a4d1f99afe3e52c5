import { PREPARE } from '../constants.ts';
import { madeOnce } from '../kernels/memory.ts';
import type { RidgeMap } from '../ridges/map.ts';
import { unpackMap } from '../ridges/pack.ts';
import type { View } from '../types.ts';
import { type Nodes, nodesOf } from './field.ts';
import { minutiaArrays, type MinutiaArrays } from './minutia-arrays.ts';
import { neighbours, type Neighbours } from './neighbours.ts';
import { outline, type Outline } from './outline.ts';
import { ridgeBlocks, type RidgeBlocks } from './ridge-blocks.ts';
import { rings, type Rings } from './rings.ts';

/**
 * All that a comparison needs of one view alone, made once however many views it is compared with. Made inside `withKernels` it lies in planes, and is
 * gone with them.
 */
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

export function prepare(view: View): PreparedView {
  return prepareBest(view, PREPARE.maxMinutiae);
}

/** With the best of its minutiae alone, at most so many. */
export function prepareBest(view: View, most: number): PreparedView {
  const minutiae = minutiaArrays(view, most);
  const map = unpackMap(view.extended);
  return {
    ...minutiae,
    neighbours: neighbours(minutiae),
    map,
    rings: map && rings(minutiae, map),
    blocks: map && madeOnce(() => ridgeBlocks(map)),
    nodes: map && madeOnce(() => nodesOf(map)),
    outline: map ? undefined : outline(minutiae),
  };
}
