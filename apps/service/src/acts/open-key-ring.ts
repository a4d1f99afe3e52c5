import { systemClock } from '../clock.ts';
import { KeyRing } from '../keys/key-ring.ts';
import type { Operator } from './operator.ts';

/** The keys as the service holds them, at the store's own time. */
export function openKeyRing({ store, environment, now, masterKey, signingToken }: Operator): KeyRing {
  return new KeyRing({
    source: store.keys,
    master: masterKey(),
    environment,
    clock: { ...systemClock, now },
    token: signingToken(),
  });
}
