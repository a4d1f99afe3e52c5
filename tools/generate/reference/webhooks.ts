import { createHmac } from 'node:crypto';
import { WEBHOOK_RETRY_MS } from '../../../apps/service/src/storage/tables/webhooks.ts';
import { DISABLED_AFTER_MS, PAUSES_MS } from '../../../apps/service/src/webhooks/retry-plan.ts';
import { TIMEOUT_MS } from '../../../apps/service/src/webhooks/send.ts';
import { fence } from '../markdown.ts';
import { time } from './limits.ts';

const pauses = PAUSES_MS.map((pause) => time(pause / 1000));

export const webhookValues: Readonly<Record<string, () => string>> = {
  'webhook.timeout': () => time(TIMEOUT_MS / 1000),
  'webhook.pauses': () => pauses.join(', '),
  'webhook.last-pause': () => pauses.at(-1)!,
  'webhook.retried-for': () => time(WEBHOOK_RETRY_MS / 1000),
  'webhook.disabled-after': () => time(DISABLED_AFTER_MS / 1000),
};

/** A secret and a request whose signature anybody can make again. */
export function webhookVector(): string {
  const key = Buffer.from('authly docs: a webhook secret...');
  const [id, timestamp] = ['evt_ses_example', '1774588800'];
  const body =
    '{"type":"session.final","timestamp":"2026-03-27T05:20:00.000Z","data":{"session_id":"ses_example","mode":"verify"}}';
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return fence(
    [
      `secret             whsec_${key.toString('base64')}`,
      `webhook-id         ${id}`,
      `webhook-timestamp  ${timestamp}`,
      `body               ${body}`,
      `webhook-signature  v1,${signature}`,
    ].join('\n'),
  );
}
