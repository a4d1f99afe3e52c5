import { comparePrepared } from '../../../packages/fingerprint/src/compare/index.ts';
import { prepare, type PreparedView } from '../../../packages/fingerprint/src/compare/prepare.ts';
import {
  areComparable,
  compare,
  encodeTemplate,
  readEnrollment,
  readProbe,
  TemplateError,
  type View,
} from '../../../packages/fingerprint/src/index.ts';

/** With ridge maps, or another maker's minutiae alone. */
export type Scorer = 'full' | 'minutiae';
export const SCORERS: readonly Scorer[] = ['full', 'minutiae'];

export interface Enrollment {
  readonly views: readonly View[];
  readonly prepared: readonly PreparedView[];
}

/** What the service keeps: a record that it has read and found plausible. */
export function enrolled(views: readonly View[], scorer: Scorer): Enrollment {
  const kept = readEnrollment(encodeTemplate(scorer === 'full' ? views : views.map(withoutMap)));
  return { views: kept, prepared: kept.map(prepare) };
}

export interface Probe {
  readonly views: readonly View[];
  readonly prepared: readonly PreparedView[];
}

/** From its bytes, as the service reads a probe; undefined where it is refused. */
export function probeOf(record: Uint8Array): Probe | undefined {
  try {
    const views = readProbe(record);
    return { views, prepared: views.map(prepare) };
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
  }
}

/** The service's score; undefined where it would refuse to compare the two. */
export function scoreOf(probe: Probe, enrollment: Enrollment): number | undefined {
  if (!areComparable(probe.views, enrollment.views)) return undefined;
  // Of many views a comparison takes fewer minutiae each than were prepared.
  return probe.views.length > 1
    ? compare(probe.views, enrollment.views)
    : comparePrepared(probe.prepared, enrollment.prepared);
}

export function withoutMap(view: View): View {
  const { extended: _, ...bare } = view;
  return bare;
}
