import {
  areComparable,
  compare,
  encodeTemplate,
  readEnrollment,
  readProbe,
  TemplateError,
  type View,
} from '../../../packages/fingerprint/src/index.ts';

/** The full one uses ridge maps, the other one another maker's minutiae alone. */
export type Scorer = 'full' | 'minutiae';
export const SCORERS: readonly Scorer[] = ['full', 'minutiae'];

export interface Enrollment {
  readonly views: readonly View[];
}

/** A record that the service has read and accepted. */
export function enrolled(views: readonly View[], scorer: Scorer): Enrollment {
  return { views: readEnrollment(encodeTemplate(scorer === 'full' ? views : views.map(withoutMap))) };
}

export interface Probe {
  readonly views: readonly View[];
}

/** Reads a probe like the service; undefined if it is rejected. */
export function probeOf(record: Uint8Array): Probe | undefined {
  try {
    return { views: readProbe(record) };
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
  }
}

/** The score of the service; undefined if it would not compare the two. */
export function scoreOf(probe: Probe, enrollment: Enrollment): number | undefined {
  return areComparable(probe.views, enrollment.views) ? compare(probe.views, enrollment.views) : undefined;
}

export function withoutMap(view: View): View {
  const { extended: _, ...bare } = view;
  return bare;
}
