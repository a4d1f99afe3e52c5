import { systemClock } from '../../runtime/clock.ts';
import { KeyRing } from '../../keys/key-ring.ts';
import type { Operator } from './operator.ts';

export async function openKeyRing(operator: Operator): Promise<KeyRing> {
  const { store, environment, now, masterKey, signingToken } = operator;
  return new KeyRing({
    source: store.keys,
    master: masterKey(),
    environment,
    clock: { ...systemClock, now },
    token: await signingToken(),
  });
}
