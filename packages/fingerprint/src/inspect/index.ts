import { bestMinutiae, minutiaArrays, type MinutiaArrays } from '../compare/minutia-arrays.ts';
import { INSPECT, PREPARE } from '../constants.ts';
import { withKernels } from '../kernels/memory.ts';
import { decodeTemplate, TemplateError } from '../record/index.ts';
import { unpackMap } from '../ridges/pack.ts';
import type { View } from '../types.ts';
import { mapFault, onMapFault } from './map-fault.ts';
import { minutiaeFault, sizeFault } from './minutiae-fault.ts';

/** Returns only the best minutiae of each view: a forged record cannot hide one set behind another. */
export function readProbe(bytes: Uint8Array): View[] {
  return plausible(decodeTemplate(bytes, INSPECT.views.probe));
}

export function readEnrollment(bytes: Uint8Array): View[] {
  return plausible(decodeTemplate(bytes, INSPECT.views.enrollment));
}

/** An enrollment that `readEnrollment` accepted before. */
export function readAccepted(bytes: Uint8Array): View[] {
  return decodeTemplate(bytes, INSPECT.views.enrollment).map(withBestMinutiae);
}

/** An enrollment with ridge maps is compared only with probes that have them: a record without a map is easier to forge. */
export function areComparable(probe: readonly View[], enrolled: readonly View[]): boolean {
  return !enrolled.some(hasMap) || probe.every(hasMap);
}

function plausible(views: View[]): View[] {
  if (new Set(views.map(hasMap)).size > 1)
    throw new TemplateError('implausible', 'some views have a ridge map, others none');
  for (const view of views) {
    const fault = withKernels(() => viewFault(view));
    if (fault !== undefined) throw new TemplateError('implausible', fault);
  }
  return views.map(withBestMinutiae);
}

const withBestMinutiae = (view: View): View => ({ ...view, minutiae: bestMinutiae(view, PREPARE.maxMinutiae) });

export function isPlausible(view: View): boolean {
  return withKernels(() => viewFault(view)) === undefined;
}

/** The fewest and the most minutiae of a view that a comparison uses. Both sets are checked. */
export const COMPARED = [
  Math.floor(Math.sqrt(PREPARE.maxMinutiaPairs / (INSPECT.views.probe * INSPECT.views.enrollment))),
  PREPARE.maxMinutiae,
] as const;

function viewFault(view: View): string | undefined {
  const ofSize = sizeFault(view);
  if (ofSize !== undefined) return ofSize;
  const compared = COMPARED.map((most) => minutiaArrays(view, most));
  const first = (faultOf: (minutiae: MinutiaArrays) => string | undefined): string | undefined =>
    compared.map(faultOf).find((fault) => fault !== undefined);
  const ofMinutiae = first(minutiaeFault);
  if (ofMinutiae !== undefined || view.extended === undefined) return ofMinutiae;
  const map = unpackMap(view.extended);
  if (map === undefined) return 'its ridge map cannot be read';
  return mapFault(map) ?? first((minutiae) => onMapFault(minutiae, map));
}

function hasMap({ extended }: View): boolean {
  return extended !== undefined;
}
