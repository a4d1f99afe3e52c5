import type { KeyAcceptance } from '../../keys/key-acceptance.ts';
import type { KeyStanding } from '../../keys/key-status.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import { output, table, time, type Output } from '../output.ts';

interface Readiness {
  readonly standing: KeyStanding;
  /** The next key, if a rotation is announced. */
  readonly announced: KeyStanding | undefined;
  readonly merchants: readonly Merchant[];
  readonly acceptances: readonly KeyAcceptance[];
}

interface MerchantRow {
  readonly merchant_id: string;
  readonly name: string;
  readonly last_accepted_at: string | null;
  /** With whatever other key: tells a merchant that refuses the new key from one that was not called since. */
  readonly last_accepted_another_at: string | null;
}

/** When a key took, or takes, over. The first one took over from nobody: it is good from the beginning of time, and was made later. */
export const switchTime = ({ key, switchAt }: KeyStanding): string | null =>
  time(switchAt === 0 ? key.createdAt : switchAt);

/** Every merchant with when it last accepted a call signed with this key. */
export function readinessReport({ standing, announced, merchants, acceptances }: Readiness): Output {
  const keyId = standing.key.id;
  const rows = merchants.map((merchant): MerchantRow => {
    const own = acceptances.filter(({ merchantId }) => merchantId === merchant.id);
    return {
      merchant_id: merchant.id,
      name: merchant.name,
      last_accepted_at: time(latest(own.filter((each) => each.keyId === keyId))),
      last_accepted_another_at: time(latest(own.filter((each) => each.keyId !== keyId))),
    };
  });
  const notYet = rows.filter(({ last_accepted_at }) => last_accepted_at === null).map(({ merchant_id }) => merchant_id);
  const { status } = standing;
  return output(
    { key_id: keyId, status, switch_at: switchTime(standing), not_yet: notYet, merchants: rows },
    [
      `Key ${keyId}, ${status}, ${status === 'announced' ? 'signs from' : 'has signed since'} ${switchTime(standing)}`,
      '',
      table(
        rows.map((row) => ({ ...row })),
        'No merchants yet.',
      ),
      '',
      summary(rows, notYet, standing),
      ...(announced !== undefined && announced.key.id !== keyId
        ? [`Key ${announced.key.id} takes over at ${switchTime(announced)}; until then nobody can have accepted it.`]
        : []),
    ].join('\n'),
  );
}

function summary(rows: readonly MerchantRow[], notYet: readonly string[], { status }: KeyStanding): string {
  if (status === 'announced') return 'Nothing is signed with it before its switch: nobody can have accepted it yet.';
  if (notYet.length === 0)
    return rows.length === 0 ? 'There is nobody to accept it.' : 'Every merchant has accepted it.';
  return `Not yet: ${notYet.join(', ')} (${notYet.length} of ${rows.length}). One that was not called since the switch had no occasion to.`;
}

const latest = (acceptances: readonly KeyAcceptance[]): number | null =>
  acceptances.reduce<number | null>(
    (newest, { lastAcceptedAt }) => Math.max(newest ?? lastAcceptedAt, lastAcceptedAt),
    null,
  );
