import { afterAll, expect, it } from 'vitest';
import { mainThreadShareOf } from '../../test/cpu-time.ts';
import { sessionIn } from '../../test/sample-session.ts';
import { testSealing } from '../../test/test-sealing.ts';
import type { SealedCapture } from '../capture/biometric-type.ts';
import { EngineMatcher } from '../capture/engine-matcher.ts';
import { openSimulations } from './simulations.ts';

const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync());

it('a synthetic finger can be enrolled, and another thread does more than half of the work', async () => {
  const session = sessionIn('app_launched', { mode: 'enroll', payload: { finger: 'LM' } });
  const simulate = openSimulations(opened)['fingerprint']!;
  const { seal, open } = await testSealing(session);
  let capture: SealedCapture | undefined;
  const share = await mainThreadShareOf(async () => (capture = await simulate(session, seal)));
  expect(share).toBeLessThan(0.5);
  expect(capture!.payload).toEqual({ finger: 'LM' });
  const engine = opened.adopt(new EngineMatcher(), (each) => each.close());
  expect(await engine.inspect((await open(capture!))!, 'm_1')).toEqual({ fit: true });
});
