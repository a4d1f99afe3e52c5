import { Session } from 'node:inspector/promises';
import { encodeTemplate, extract, synthesize, type View } from '@authly/fingerprint';
import { beforeAll, expect, it } from 'vitest';
import { work } from './engine-worker.ts';

/** The most expensive functions of a comparison. */
const STEPS = ['align', 'pointsOf', 'areSame'];
const view = (finger: number, impression: number): View => extract(synthesize({ finger, impression }));
const enrolled = [0, 1, 2].map((impression) => view(7, impression));
// Made before the coverage starts, which slows the code down.
const [own, ...others] = [7, 8, 9].map((finger) => view(finger, 3)) as [View, View, View];

/** Counts the calls of each function. */
const inspector = new Session();
beforeAll(async () => {
  inspector.connect();
  await inspector.post('Profiler.enable');
  await inspector.post('Profiler.startPreciseCoverage', { callCount: true });
  return () => inspector.disconnect();
});

/** The calls of each step in a comparison, and its result. */
async function compared(probe: View): Promise<{ result: unknown; steps: Record<string, number> }> {
  const record = (views: readonly View[]): Uint8Array<ArrayBuffer> => new Uint8Array(encodeTemplate(views));
  const counts: Record<string, number>[] = [];
  let result: unknown;
  // V8 may count a call twice when it compiles a function again, so the smallest count is right.
  for (let times = 0; times < 3; times++) {
    await inspector.post('Profiler.takePreciseCoverage');
    result = work({ task: 'compare', probe: record([probe]), enrolled: record(enrolled) });
    counts.push(await callsSince());
  }
  return { result, steps: Object.fromEntries(STEPS.map((step) => [step, Math.min(...counts.map((of) => of[step]!))])) };
}

async function callsSince(): Promise<Record<string, number>> {
  const { result: scripts } = await inspector.post('Profiler.takePreciseCoverage');
  const called = scripts.filter(({ url }) => url.includes('/fingerprint/')).flatMap(({ functions }) => functions);
  const callsOf = (name: string): number =>
    called.reduce((sum, { functionName, ranges }) => sum + (functionName === name ? ranges[0]!.count : 0), 0);
  return Object.fromEntries(STEPS.map((step) => [step, callsOf(step)]));
}

it('a match and a mismatch take the same steps, so the response time does not reveal the result', async () => {
  const match = await compared(own);
  expect(match).toMatchObject({ result: { matched: true }, steps: { align: 3, areSame: 3 } });
  for (const other of others) expect(await compared(other)).toEqual({ ...match, result: { matched: false } });
});
