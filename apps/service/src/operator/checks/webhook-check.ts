import type { Operator } from '../row/operator.ts';
import { plural } from '../../cli/terminal/output.ts';

/** As of the alert. */
const LONGEST_DUE_MS = 5 * 60_000;

/** For `doctor` and the health page: throws where one is disabled, and where due events are not sent. */
export async function checkWebhooks({ store, now }: Pick<Operator, 'store' | 'now'>): Promise<string> {
  const troubled = await store.webhooks.troubled();
  const disabled = troubled.filter(({ disabledAt }) => disabledAt !== null).map(({ merchantId }) => merchantId);
  if (disabled.length > 0)
    throw new Error(
      `disabled after days of failures: ${disabled.join(', ')}. Tell the merchants, then enable with "authly webhook retry <merchant_id>"`,
    );
  const waiting = (await store.webhooks.counts()).reduce((all, each) => all + each.waiting, 0);
  const oldestMs = Math.max(0, now() - ((await store.webhooks.oldestDue()) ?? Infinity));
  const queue = `${plural(waiting, 'event')} waiting, the oldest due for ${Math.round(oldestMs / 1000)} s`;
  if (oldestMs > LONGEST_DUE_MS) throw new Error(`${queue}: one merchant is slow, or no process delivers`);
  return `no endpoint is disabled; ${queue}`;
}
