import { systemClock } from '../../runtime/clock.ts';
import type { MasterKey } from '../../config/master-key.ts';
import type { KeyRecord } from '../../keys/key-record.ts';
import { KeyRing } from '../../keys/key-ring.ts';
import { unseal } from '../../keys/seal.ts';
import type { Operator } from './operator.ts';

/** Throws if it does not open the store's keys: what a wrong one seals would fail only when it is used. */
export async function provenMasterKey(
  { environment, masterKey }: Pick<Operator, 'environment' | 'masterKey'>,
  keys: Promise<KeyRecord[]>,
): Promise<MasterKey> {
  const master = masterKey();
  const known = (await keys).find(({ sealed }) => sealed.length > 0);
  if (known) unseal(master, { environment, purpose: known.purpose, keyId: known.id }, known.sealed).fill(0);
  return master;
}

export async function openKeyRing(operator: Operator): Promise<KeyRing> {
  const { store, environment, now, signingToken } = operator;
  return new KeyRing({
    source: store.keys,
    master: await provenMasterKey(operator, store.keys.list()),
    environment,
    clock: { ...systemClock, now },
    token: await signingToken(),
  });
}
