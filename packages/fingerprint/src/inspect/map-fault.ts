import type { MinutiaArrays } from '../compare/minutia-arrays.ts';
import { INSPECT, MAP } from '../constants.ts';
import type { RidgeMap } from '../ridges/map.ts';
import { isInner } from './inner-cell.ts';
import { minutiaeOnRidges } from './minutiae-on-ridges.ts';
import { ridgeLines } from './ridge-lines.ts';

const BOUNDS = INSPECT.map;

/** Has the map a finger's area, and do its directions and its ridges tell one story? */
export function mapFault(map: RidgeMap): string | undefined {
  return areaFault(map) ?? ridgesFault(map);
}

function areaFault(map: RidgeMap): string | undefined {
  if (Math.max(map.columns, map.rows) * MAP.cell > INSPECT.maxExtent) return 'no finger is so large';
  let cells = 0;
  let inner = 0;
  for (let cell = 0; cell < map.orientation.length; cell++) {
    const orientation = map.orientation[cell]!;
    if (orientation === MAP.outside) continue;
    if (orientation >= MAP.orientationSteps) return 'its ridge map states a direction that does not exist';
    cells++;
    if (isInner(map, cell)) inner++;
  }
  if (cells < BOUNDS.minCells || cells > MAP.maxCells) return 'its ridge map is not as large as a finger';
  return inner < BOUNDS.minInner * cells ? 'its ridge map is in pieces' : undefined;
}

function ridgesFault(map: RidgeMap): string | undefined {
  const { turn, coherence, steps } = ridgeLines(map);
  if (coherence < BOUNDS.minCoherence) return 'its ridge map shows no lines';
  if (steps < BOUNDS.steps.min || steps > BOUNDS.steps.max) return 'its ridges are not as wide as a finger’s';
  return turn > BOUNDS.maxRidgeTurn ? 'its ridges do not run as its ridge map states' : undefined;
}

/** Do the minutiae tell the same story? */
export function onMapFault(minutiae: MinutiaArrays, map: RidgeMap): string | undefined {
  const { outside, turn, ending } = minutiaeOnRidges(minutiae, map);
  if (outside > BOUNDS.maxOutside * minutiae.count) return 'its minutiae lie off its ridge map';
  if (turn > BOUNDS.maxMinutiaTurn) return 'its minutiae do not point along its ridges';
  return ending < BOUNDS.minEnding ? 'its ridges do not end where its minutiae say' : undefined;
}
