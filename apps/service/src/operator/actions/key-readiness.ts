import type { KeyAcceptance } from '../../keys/key-record.ts';
import { keysAt, type KeyStanding } from '../../keys/key-status.ts';
import { OperatorError, isoTime, type Operator } from './operator.ts';
import type { MerchantReadiness, Readiness } from './views.ts';

/** When a key became, or becomes, active. The first key is active from time 0: it counts from its creation. */
export const switchTime = ({ key, switchAt }: KeyStanding): string | null =>
  isoTime(switchAt === 0 ? key.createdAt : switchAt);

/** When each merchant last accepted a call signed with this key, by default the active one. */
export async function keyReadiness({ store, now }: Operator, keyId?: string): Promise<Readiness> {
  const standings = keysAt(await store.keys.list('bio-signing'), now());
  const standing = standings.find(({ key, status }) => (keyId === undefined ? status === 'active' : key.id === keyId));
  if (!standing)
    throw new OperatorError(
      keyId === undefined
        ? 'there is no active key yet: the service creates it when it starts'
        : `there is no bio-signing key ${keyId} (see "authly keys list")`,
    );
  const { id } = standing.key;
  const acceptances = await store.keys.acceptances();
  const merchants = (await store.merchants.list()).map((merchant): MerchantReadiness => {
    const own = acceptances.filter(({ merchantId }) => merchantId === merchant.id);
    return {
      merchant_id: merchant.id,
      name: merchant.name,
      last_accepted_at: isoTime(latest(own.filter((each) => each.keyId === id))),
      last_accepted_another_at: isoTime(latest(own.filter((each) => each.keyId !== id))),
    };
  });
  const announced = standings.find(({ key, status }) => status === 'announced' && key.id !== id);
  return {
    key_id: id,
    status: standing.status,
    switch_at: switchTime(standing),
    not_yet: merchants.filter((each) => each.last_accepted_at === null).map((each) => each.merchant_id),
    merchants,
    announced: announced === undefined ? null : { key_id: announced.key.id, switch_at: switchTime(announced) },
  };
}

const latest = (acceptances: readonly KeyAcceptance[]): number | null =>
  acceptances.reduce<number | null>(
    (newest, { lastAcceptedAt }) => Math.max(newest ?? lastAcceptedAt, lastAcceptedAt),
    null,
  );
