import { keysAt, type KeyStanding } from '../../keys/key-status.ts';
import { rotationNotice } from '../../keys/rotation-notice.ts';
import { isoTime } from '../../session/iso-time.ts';
import { findMerchant } from './merchant-rows.ts';
import { RefusedError } from '../../runtime/refused-error.ts';
import type { Operator } from '../row/operator.ts';
import type { Acting } from '../row/action.ts';

export async function keyNotice({ store, now }: Pick<Operator, 'store' | 'now'>) {
  const { active, announced } = await announcedRotation(store, now());
  const acknowledged = await store.keys.acknowledgments(announced.key.id);
  return {
    key_id: announced.key.id,
    switch_at: isoTime(announced.switchAt),
    removal_at: isoTime(active.removalAt),
    notice: rotationNotice({
      oldKeyId: active.key.id,
      newKeyId: announced.key.id,
      switchAt: announced.switchAt,
      removalAt: active.removalAt!,
    }),
    merchants: (await store.merchants.list()).map(({ id, name }) => ({
      merchant_id: id,
      name,
      acknowledged_at: isoTime(acknowledged.get(id) ?? null),
    })),
  };
}

export async function acknowledgeNotice({ store, now, entry }: Acting, merchantId: string): Promise<void> {
  const { announced } = await announcedRotation(store, now());
  await findMerchant({ store }, merchantId);
  const audit = entry(merchantId, { key_id: announced.key.id });
  if (!(await store.keys.acknowledge(announced.key.id, merchantId, now(), audit)))
    throw new RefusedError(`${merchantId} has already acknowledged the notice`);
}

async function announcedRotation(
  store: Operator['store'],
  now: number,
): Promise<{ readonly active: KeyStanding; readonly announced: KeyStanding }> {
  const standings = keysAt(await store.keys.list('bio-signing'), now);
  const announced = standings.find(({ status }) => status === 'announced');
  const active = standings.find(({ status }) => status === 'active');
  if (announced === undefined || active === undefined)
    throw new RefusedError('no rotation of the signing key is announced');
  return { active, announced };
}
