import { systemClock } from '../../runtime/clock.ts';
import type { MasterKey } from '../../config/master-key.ts';
import type { KeyRecord } from '../../keys/key-record.ts';
import { KeyRing, type KeySource } from '../../keys/key-ring.ts';
import { unseal } from '../../keys/seal.ts';
import type { MerchantOperator, Operator } from './operator.ts';

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

export const openKeyRing = (operator: Operator): Promise<KeyRing> => ringOf(operator, operator.store.keys);

/** A ring that signs calls to merchants, and has no other key. */
export const openSigningRing = (operator: MerchantOperator): Promise<KeyRing> =>
  ringOf(operator, {
    list: () => operator.store.keys.list('bio-signing'),
    add: async () => false,
    noteUse: async () => {},
    ofMerchant: async () => [],
  });

async function ringOf(operator: Omit<Operator, 'store'>, source: KeySource): Promise<KeyRing> {
  const { environment, now, signingToken } = operator;
  return new KeyRing({
    source,
    master: await provenMasterKey(operator, source.list()),
    environment,
    clock: { ...systemClock, now },
    token: await signingToken(),
  });
}
