import { createHmac } from 'node:crypto';
import { SESSION_FINAL, type SessionFinalEvent } from '@authly/contract/schemas/webhook';
import type { Instant, Session } from '../session/session.ts';

/** Contains no result: the merchant reads it from the API. */
export interface WebhookMessage {
  /** The same for every delivery attempt, so that the merchant can detect repeats. */
  readonly id: string;
  readonly body: Buffer;
}

export const sessionFinal = (session: { sessionId: string; mode: Session['mode']; at: Instant }): WebhookMessage =>
  message<SessionFinalEvent>(`evt_${session.sessionId}`, {
    type: SESSION_FINAL,
    timestamp: new Date(session.at).toISOString(),
    data: { session_id: session.sessionId, mode: session.mode },
  });

export const webhookTest = (id: string, at: Instant): WebhookMessage =>
  message(`evt_test_${id}`, { type: 'webhook.test', timestamp: new Date(at).toISOString(), data: {} });

const message = <Event extends object>(id: string, event: Event): WebhookMessage => ({
  id,
  body: Buffer.from(JSON.stringify(event)),
});

/** Standard Webhooks: one signature per secret, over id, time of this delivery attempt and body. */
export function webhookHeaders(
  { id, body }: WebhookMessage,
  secrets: readonly Buffer[],
  now: Instant,
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest('base64')}`,
  );
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
