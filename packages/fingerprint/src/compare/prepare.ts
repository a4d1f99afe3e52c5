import { PREPARE } from '../constants.ts';
import { newFloats } from '../kernels/memory.ts';
import type { RidgeMap } from '../ridges/map.ts';
import { unpackMap } from '../ridges/pack.ts';
import type { View } from '../types.ts';
import { minutiaArrays, type MinutiaArrays } from './minutia-arrays.ts';
import { neighbors, rings, type Neighborhoods } from './neighborhood.ts';
import { outline, type Outline } from './outline.ts';
import { ridgeBlocks, type RidgeBlocks } from './ridge-agreement.ts';

/** One view prepared for comparisons with any number of other views. Valid inside its `withKernels`. */
export interface PreparedView extends MinutiaArrays, Neighborhoods {
  /** The ridge map, if the record has one, unpacked and packed. */
  readonly map: RidgeMap | undefined;
  readonly packedMap: Uint8Array | undefined;
  /** Computed on first use, because most comparisons of different fingers end earlier. */
  readonly blocks: (() => RidgeBlocks) | undefined;
  readonly outline: Outline | undefined;
}

export function prepare(view: View, most: number = PREPARE.maxMinutiae): PreparedView {
  const own = minutiaArrays(view, most);
  // In the kernels' memory, so that the calls below do not copy it each time.
  const minutiae = { ...own, places: newFloats(own.places.length) };
  minutiae.places.set(own.places);
  const map = unpackMap(view.extended);
  let blocks: RidgeBlocks | undefined;
  return {
    ...minutiae,
    neighbors: neighbors(minutiae),
    map,
    packedMap: view.extended,
    rings: map && rings(minutiae, map),
    blocks: map && (() => (blocks ??= ridgeBlocks(map))),
    outline: map ? undefined : outline(minutiae),
  };
}
