import type { ClaimSeal } from '@authly/contract/operations/claim-session';
import type { KeyedCapture, SealedCapture } from '../src/capture/biometric-type.ts';
import { readEncKey } from '../src/capture/enc-key.ts';
import { fingerprint } from '../src/capture/fingerprint.ts';
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
  /** Opens a capture as the service does. */
  readonly open: (
    capture: SealedCapture,
    change?: (keyed: KeyedCapture) => KeyedCapture,
  ) => ReturnType<typeof fingerprint.open>;
}

/** Sealing keys in memory and a session for captures. */
export async function testSealing(session: Session = sessionIn('app_launched')): Promise<TestSealing> {
  const [source, clock] = [new MemoryKeys(), new TestClock()];
  const keys = new KeyRing({ source, master: masterKeyOf(1), environment: 'test', clock });
  await keys.prepare();
  const seal = await keys.captureSeal(session);
  const open: TestSealing['open'] = async ({ payload, features, encKey: text }, change = (keyed) => keyed) => {
    const encKey = readEncKey(text);
    const key = encKey && (await keys.captureKey(encKey.keyId, session, session.mode));
    return key && fingerprint.open(change({ payload, features, encKey, ...key }));
  };
  return { keys, source, clock, seal, open };
}
