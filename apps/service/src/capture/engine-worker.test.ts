import { encodeTemplate, extract, synthesize, type View } from '@authly/fingerprint';
import { expect, it, vi } from 'vitest';
import { align } from '../../../../packages/fingerprint/src/compare/align.ts';
import { pairUnder } from '../../../../packages/fingerprint/src/near-copy/alignment.ts';
import { coincidence } from '../../../../packages/fingerprint/src/near-copy/coincidence.ts';
import { flowDifference, ridgeDifference } from '../../../../packages/fingerprint/src/near-copy/map-difference.ts';
import work from './engine-worker.ts';

// The functions run as they are, and their calls are counted.
vi.mock('../../../../packages/fingerprint/src/compare/align.ts', { spy: true });
vi.mock('../../../../packages/fingerprint/src/near-copy/alignment.ts', { spy: true });
vi.mock('../../../../packages/fingerprint/src/near-copy/coincidence.ts', { spy: true });
vi.mock('../../../../packages/fingerprint/src/near-copy/map-difference.ts', { spy: true });

/** The steps of a comparison that cost most. */
const STEPS = { align, coincidence, pairUnder, flowDifference, ridgeDifference };
const view = (finger: number, impression: number): View => extract(synthesize({ finger, impression }));
const enrolled = [0, 1, 2].map((impression) => view(7, impression));

/** What a comparison says, and how often it took each step. */
function compared(probe: View): { result: unknown; steps: Record<string, number> } {
  const record = (views: readonly View[]): Uint8Array<ArrayBuffer> => new Uint8Array(encodeTemplate(views));
  vi.clearAllMocks();
  const result = work({ task: 'compare', probe: record([probe]), enrolled: record(enrolled) });
  const steps = Object.entries(STEPS).map(([name, step]) => [name, vi.mocked(step).mock.calls.length]);
  return { result, steps: Object.fromEntries(steps) };
}

it('a finger that matches and one that does not take the same steps: the time of the answer does not tell which', () => {
  const match = compared(view(7, 3));
  expect(match).toMatchObject({ result: { matched: true, replayed: false }, steps: { align: 3, coincidence: 3 } });
  for (const finger of [8, 9])
    expect(compared(view(finger, 3))).toEqual({ ...match, result: { matched: false, replayed: false } });
});
