import type { ClaimSeal } from '@authly/contract/operations/claim-session';
import type { KeyOf } from '../src/capture/biometric-type.ts';
import { KeyRing } from '../src/keys/key-ring.ts';
import type { Session } from '../src/session/session.ts';
import { masterKeyOf, MemoryKeys } from './memory-keys.ts';
import { sessionIn } from './sample-session.ts';
import { TestClock } from './test-clock.ts';

export interface TestSealing {
  readonly keys: KeyRing;
  readonly source: MemoryKeys;
  readonly clock: TestClock;
  /** The seal of an app of the session. */
  readonly seal: ClaimSeal;
  readonly keyOf: KeyOf;
}

/** Sealing keys in memory and a session for captures. */
export async function testSealing(session: Session = sessionIn('app_launched')): Promise<TestSealing> {
  const [source, clock] = [new MemoryKeys(), new TestClock()];
  const keys = new KeyRing({ source, master: masterKeyOf(1), environment: 'test', clock });
  await keys.prepare();
  const seal = await keys.captureSeal(session);
  return { keys, source, clock, seal, keyOf: (keyId) => keys.captureKey(keyId, session, session.mode) };
}
