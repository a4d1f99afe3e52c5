import { minutiaArrays, type MinutiaArrays } from '../compare/minutia-arrays.ts';
import { INSPECT, PREPARE } from '../constants.ts';
import { decodeTemplate, TemplateError } from '../record/index.ts';
import { unpackMap } from '../ridges/pack.ts';
import type { View } from '../types.ts';
import { mapFault, onMapFault } from './map-fault.ts';
import { minutiaeFault } from './minutiae-fault.ts';
import { sizeFault } from './size-fault.ts';

/**
 * Decodes what came to be compared with an enrollment, and judges it as an adversary's: 1 to 3 views, each of which could be a finger. Anything
 * else is refused with a TemplateError.
 */
export function readProbe(bytes: Uint8Array): View[] {
  return plausible(decodeTemplate(bytes, INSPECT.views.probe));
}

/** As a probe, but 1 to 6 views. */
export function readEnrollment(bytes: Uint8Array): View[] {
  return plausible(decodeTemplate(bytes, INSPECT.views.enrollment));
}

/**
 * May these two be compared? Without its ridge map a record of this engine could be forged more cheaply than with it: who enrolled with the
 * map is verified with the map.
 */
export function areComparable(probe: readonly View[], enrolled: readonly View[]): boolean {
  return !enrolled.some(hasMap) || probe.every(hasMap);
}

function plausible(views: View[]): View[] {
  if (new Set(views.map(hasMap)).size > 1)
    throw new TemplateError('implausible', 'some views have a ridge map, others none');
  for (const view of views) {
    const fault = viewFault(view);
    if (fault !== undefined) throw new TemplateError('implausible', fault);
  }
  return views;
}

/** Would the service take this view? For whoever makes one. */
export function isPlausible(view: View): boolean {
  return viewFault(view) === undefined;
}

/** As few and as many minutiae as a comparison takes of a view, the best first: none of them may hide behind the others. */
const COMPARED = [
  Math.floor(Math.sqrt(PREPARE.maxMinutiaPairs / (INSPECT.views.probe * INSPECT.views.enrollment))),
  PREPARE.maxMinutiae,
] as const;

/** Why no finger looks like this, if so. */
export function viewFault(view: View): string | undefined {
  const ofSize = sizeFault(view);
  if (ofSize !== undefined) return ofSize;
  const compared = COMPARED.map((most) => minutiaArrays(view, most));
  const ofMinutiae = firstFault(compared, minutiaeFault);
  if (ofMinutiae !== undefined || view.extended === undefined) return ofMinutiae;
  const map = unpackMap(view.extended);
  if (map === undefined) return 'its ridge map cannot be read';
  return mapFault(map) ?? firstFault(compared, (minutiae) => onMapFault(minutiae, map));
}

function firstFault(
  compared: readonly MinutiaArrays[],
  faultOf: (minutiae: MinutiaArrays) => string | undefined,
): string | undefined {
  for (const minutiae of compared) {
    const fault = faultOf(minutiae);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function hasMap({ extended }: View): boolean {
  return extended !== undefined;
}
