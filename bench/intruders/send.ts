import type { Sealed } from '../turns/captures.ts';
import type { Side } from '../turns/stage.ts';

/** How often a kind of record ended in each way: `matched`, `not matched` or a failure code. */
export type Tally = Record<string, number>;

export const MATCHED = 'matched';

/** One session after the other for one user, each with its record. */
export async function send(side: Side, records: readonly Sealed[], tally: Tally): Promise<void> {
  const sessions = await side.join(1, records.length);
  for (const [k, record] of records.entries()) {
    const session = sessions[k]!;
    await side.verify(session, record);
    const { failureCode, outcome } = await side.endOf(session);
    const end = failureCode ?? (outcome?.matched === true ? MATCHED : 'not matched');
    tally[end] = (tally[end] ?? 0) + 1;
  }
}
