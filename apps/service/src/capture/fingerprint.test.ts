import { afterAll, expect, it } from 'vitest';
import { mainThreadShareOf } from '../../test/own-time.ts';
import { sessionIn } from '../../test/session-in.ts';
import { TestClock } from '../../test/test-clock.ts';
import { testSealing } from '../../test/test-sealing.ts';
import type { SealedCapture } from './biometric-type.ts';
import { fingerprint } from './fingerprint.ts';

const SETTINGS = { matcherUrl: undefined, clock: new TestClock(), onThreadError: () => {} };
const matcher = fingerprint.createMatcher(SETTINGS);
afterAll(() => matcher.close());

const session = sessionIn('app_launched', { mode: 'enroll', payload: { finger: 'LM' } });

it('the sandbox makes up its captures in the pool: the thread that answers requests does less than half of it', async () => {
  await matcher.warm();
  const { seal, keyOf } = await testSealing(session);
  let capture: SealedCapture | undefined;
  const share = await mainThreadShareOf(async () => (capture = await fingerprint.simulate(session, matcher, seal)));
  expect(share).toBeLessThan(0.5);
  expect(await matcher.inspect((await fingerprint.open(capture!, keyOf))!, session)).toEqual({ fit: true });
});

it('no capture is made up once the matcher has closed, and the walk is told', async () => {
  const closed = fingerprint.createMatcher(SETTINGS);
  await closed.close();
  expect(await fingerprint.simulate(session, closed, (await testSealing()).seal)).toBeUndefined();
});
