import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  areComparable,
  compare,
  decodeTemplate,
  readProbe,
  TemplateError,
  THRESHOLD,
  type View,
} from '../src/index.ts';
import { templateOf, touch } from './finger-touches.ts';

// `npm run bench -- wolves` breeds such records anew; these were kept. All are made from synthetic fingers, none of which is among the victims.
const kept = (name: string): Uint8Array => readFileSync(join(import.meta.dirname, 'wolves', name));

/** Enrolled fingers that a wolf was once taken for. */
const VICTIMS = [0, 3, 6, 8, 10, 13, 14, 19];
const enrollments = VICTIMS.map((finger) => [touch(finger, 0), touch(finger, 1)]);

/** As the service judges a probe: what is refused matches nobody. */
function victimsOf(record: Uint8Array): number[] {
  const probe = readOrRefuse(record);
  if (probe === undefined) return [];
  return VICTIMS.filter((_, k) => {
    const enrolled = enrollments[k]!;
    return areComparable(probe, enrolled) && compare(probe, enrolled) >= THRESHOLD;
  });
}

function readOrRefuse(record: Uint8Array): View[] | undefined {
  try {
    return readProbe(record);
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
  }
}

describe("36 views of strangers' clusters, once taken for all of these eight fingers", () => {
  const record = kept('clusters-in-36-views.fmr');
  const views = decodeTemplate(record);

  it('are taken for nobody', () => {
    expect(victimsOf(record)).toEqual([]);
  });

  it('would not be, were they read', () => {
    expect(enrollments.slice(0, 3).filter(([enrolled]) => compare(views, enrolled!) >= THRESHOLD)).toEqual([]);
  });

  it('nor are any three of them, or one alone', () => {
    const threes = views.flatMap((_, k) => (k % 3 === 0 ? [templateOf(...views.slice(k, k + 3))] : []));
    const ones = views.map((view) => templateOf(view));
    expect([...threes, ...ones].flatMap(victimsOf)).toEqual([]);
  });
});
