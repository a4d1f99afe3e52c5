import { randomUUID } from 'node:crypto';
import { attempt, type Attempted } from '../outbound/attempt.ts';
import type { OutboundConnections } from '../outbound/connections.ts';
import { systemReason } from '../outbound/system-reason.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Environment } from '../runtime/environment.ts';
import type { MasterKey } from '../config/master-key.ts';
import type { WebhookEndpoint } from '../merchants/webhook.ts';
import type { Span, Tracer } from '../observability/tracer.ts';
import { VERSION } from '../runtime/version.ts';
import { webhookHeaders, type WebhookMessage } from './message.ts';
import { openWebhookSecret } from './secret.ts';

/** For connection, request and status. Merchants process events after they respond. */
export const TIMEOUT_MS = 15_000;

export interface Sender {
  readonly environment: Environment;
  readonly master: MasterKey;
  readonly connections: OutboundConnections;
  readonly deadlineClock: Clock;
  readonly tracer?: Tracer | undefined;
}

export interface Sent {
  readonly delivered: boolean;
  /** The endpoint responded 410. */
  readonly gone: boolean;
  /** A status or a system error code, never a text of the merchant. */
  readonly result: string;
  readonly ms: number;
  readonly requestId: string;
}

/** Uses the guards of Bio API calls: no private address in production, no redirect, a deadline. The response body is not read. */
export async function send(
  sender: Sender,
  endpoint: WebhookEndpoint,
  message: WebhookMessage,
  deliveryAttempt = 1,
): Promise<Sent> {
  const { environment, master, connections, deadlineClock } = sender;
  const began = performance.now();
  const requestId = randomUUID();
  const span = beginSpan(sender, endpoint, deliveryAttempt, requestId);
  const end = async (): Promise<Judged> => {
    const { merchantId, url, caPem } = endpoint;
    const { pathname } = new URL(url);
    const secrets = endpoint.secrets.map((secret) => openWebhookSecret({ environment, master, merchantId }, secret));
    // Real time, as in calls to Bio APIs: the merchant's clock does not follow a sandbox's that was moved.
    const signed = webhookHeaders(message, secrets, Date.now());
    const headers = { ...signed, 'user-agent': `authly/${VERSION}`, 'x-request-id': requestId };
    for (const secret of secrets) secret.fill(0);
    const target = connections.endpointOf({ id: merchantId, bioBaseUrl: url, bioCaPem: caPem });
    const request = { method: 'POST', path: pathname, headers, body: message.body } as const;
    const options = { timeoutMs: TIMEOUT_MS, clock: deadlineClock, readsBody: false };
    const { end: ended } = await attempt(target.connections, request, options);
    if ('status' in ended) span?.note({ 'http.response.status_code': ended.status });
    return judge(ended);
  };
  const judged = await end().catch((error: unknown) => ({
    delivered: false,
    gone: false,
    result: systemReason(error) ?? (error as Error).name,
  }));
  span?.end(judged.delivered ? undefined : judged.result);
  return { ...judged, requestId, ms: Math.round(performance.now() - began) };
}

/** Excludes the URL, which may contain a merchant's secret. */
const beginSpan = (
  { tracer }: Sender,
  { merchantId }: WebhookEndpoint,
  deliveryAttempt: number,
  requestId: string,
): Span | undefined =>
  tracer?.begin({
    name: 'webhook',
    kind: 'client',
    facts: {
      'authly.merchant_id': merchantId,
      'authly.webhook.attempt': deliveryAttempt,
      'authly.request_id': requestId,
    },
  });

type Judged = Omit<Sent, 'ms' | 'requestId'>;

function judge(end: Attempted['end']): Judged {
  const status = 'status' in end ? end.status : undefined;
  if (status !== undefined)
    return { delivered: status >= 200 && status < 300, gone: status === 410, result: String(status) };
  const reason = 'reason' in end ? end.reason : undefined;
  return { delivered: false, gone: false, result: reason ?? end.kind };
}
