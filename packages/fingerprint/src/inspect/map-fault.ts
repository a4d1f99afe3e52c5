import type { MinutiaArrays } from '../compare/minutia-arrays.ts';
import { INSPECT, MAP } from '../constants.ts';
import { orientationAt, type RidgeMap } from '../ridges/map.ts';
import { isInner, ridgeLines } from './ridge-lines.ts';

const BOUNDS = INSPECT.map;

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

export function onMapFault(minutiae: MinutiaArrays, map: RidgeMap): string | undefined {
  let [outside, turn, ending] = [0, 0, 0];
  for (let i = 0; i < minutiae.count; i++) {
    const orientation = orientationAt(map, minutiae.x[i]!, minutiae.y[i]!);
    if (orientation === MAP.outside) {
      outside++;
      continue;
    }
    const apart = minutiae.angle[i]! - (orientation * Math.PI) / MAP.orientationSteps;
    // Ridges have no direction: half a turn makes no difference.
    turn += Math.asin(Math.min(1, Math.abs(Math.sin(apart))));
    ending += minutiae.ends[i]! * ridgeAhead(minutiae, i, map);
  }
  const inside = Math.max(1, minutiae.count - outside);
  if (outside > BOUNDS.maxOutside * minutiae.count) return 'its minutiae lie off its ridge map';
  if (turn / inside > BOUNDS.maxMinutiaTurn) return 'its minutiae do not point along its ridges';
  return ending / inside < BOUNDS.minEnding ? 'its ridges do not end where its minutiae say' : undefined;
}

const SAMPLED_AT = [3, 5, 7, 9] as const;

/** Share of ridge points ahead minus share behind: 1 at a ridge ending, −1 at a bifurcation. */
function ridgeAhead({ x, y, cos, sin }: MinutiaArrays, i: number, map: RidgeMap): number {
  let sum = 0;
  for (const far of SAMPLED_AT) {
    sum += ridgeAt(map, x[i]! + far * cos[i]!, y[i]! + far * sin[i]!);
    sum -= ridgeAt(map, x[i]! - far * cos[i]!, y[i]! - far * sin[i]!);
  }
  return sum / SAMPLED_AT.length;
}

function ridgeAt(map: RidgeMap, x: number, y: number): number {
  const width = map.columns * MAP.half;
  const column = Math.floor((x + 0.5 - map.left) / 2);
  const row = Math.floor((y + 0.5 - map.top) / 2);
  if (column < 0 || row < 0 || column >= width || row >= map.rows * MAP.half) return 0.5;
  const value = map.ridge[row * width + column]!;
  return value === MAP.nothing ? 0.5 : value;
}
