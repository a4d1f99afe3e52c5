import type { KeyAcceptance } from '../../keys/key-record.ts';
import { keysAt, type KeyStanding } from '../../keys/key-status.ts';
import { isoTime } from '../../session/iso-time.ts';
import type { MerchantOperator } from '../row/operator.ts';
import { table, type Printed } from '../../cli/terminal/output.ts';
import { RefusedError } from '../../runtime/refused-error.ts';

/** When a key became, or becomes, active. The first key is active from time 0: it counts from its creation. */
export const switchTime = ({ key, switchAt }: KeyStanding): string | null =>
  isoTime(switchAt === 0 ? key.createdAt : switchAt);

/** When each merchant last accepted a call signed with this key, by default the active one. */
export async function keyReadiness({ store, now }: MerchantOperator, keyId?: string) {
  const standings = keysAt(await store.keys.list('bio-signing'), now());
  const standing = standings.find(({ key, status }) => (keyId === undefined ? status === 'active' : key.id === keyId));
  if (!standing)
    throw new RefusedError(
      keyId === undefined
        ? 'there is no active key yet: the service creates it when it starts'
        : `there is no bio-signing key ${keyId} (see "authly keys list")`,
    );
  const { id } = standing.key;
  const acceptances = Map.groupBy(await store.keys.acceptances(), ({ merchantId }) => merchantId);
  const merchants = (await store.merchants.list()).map((merchant) => {
    const own = acceptances.get(merchant.id) ?? [];
    return {
      merchant_id: merchant.id,
      name: merchant.name,
      last_accepted_at: acceptedAt(own, id),
      // Distinguishes a merchant that rejects the key from one that was not called.
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

const acceptedAt = (own: readonly KeyAcceptance[], keyId: string | undefined): string | null =>
  isoTime(latest(own.filter((each) => each.keyId === keyId)));

/** When this merchant last accepted a call signed with the active key. */
export async function acceptedByMerchant({ store, now }: MerchantOperator, merchantId: string): Promise<string | null> {
  const standings = keysAt(await store.keys.list('bio-signing'), now());
  const own = (await store.keys.acceptances()).filter((each) => each.merchantId === merchantId);
  return acceptedAt(own, standings.find(({ status }) => status === 'active')?.key.id);
}

type Readiness = Awaited<ReturnType<typeof keyReadiness>>;

/** `--json` omits the announced key: `keys list` has it. */
export function printReadiness({ announced, ...readiness }: Readiness): Printed {
  const { key_id, status, switch_at, merchants } = readiness;
  const lines = [
    `Key ${key_id}, ${status}, ${status === 'announced' ? 'active from' : 'active since'} ${switch_at}`,
    '',
    table(merchants, 'No merchants yet.'),
    '',
    summary(readiness),
  ];
  if (announced !== null)
    lines.push(
      `Key ${announced.key_id} becomes active at ${announced.switch_at}. No merchant can have accepted it before.`,
    );
  return { json: readiness, text: lines.join('\n') };
}

function summary({ status, merchants, not_yet }: Omit<Readiness, 'announced'>): string {
  if (status === 'announced') return 'It signs nothing before its switch, so no merchant can have accepted it yet.';
  if (not_yet.length === 0)
    return merchants.length === 0 ? 'There are no merchants.' : 'Every merchant has accepted it.';
  return `Not yet: ${not_yet.join(', ')} (${not_yet.length} of ${merchants.length}). They may not have been called since the switch.`;
}
