import type { SessionFinalEvent, WebhookTestEvent } from '@authly/contract/schemas/webhook';
import { type Bytes, concatenate, decodeBase64, utf8 } from '../bio/encoding.ts';
import { type Clock, systemClock } from '../clock.ts';
import { requireSettings } from '../missing-settings.ts';

/** A later release may send other types. Answer 2xx to types that you do not know, and ignore them. */
export type WebhookEvent = SessionFinalEvent | WebhookTestEvent;

/** Options of `verifyWebhook`. */
export interface VerifyWebhookOptions {
  /** `whsec_…`, from the operator of the service. Pass both secrets during a rotation. */
  readonly secret: string | readonly string[];
  /** Largest difference between the webhook's time and now, in seconds. Default: 300. */
  readonly toleranceS?: number | undefined;
  /** The time, for tests. Default: the system clock. */
  readonly clock?: Pick<Clock, 'now'> | undefined;
}

/** Why a webhook is refused. */
export type WebhookErrorCode = 'missing_header' | 'invalid_timestamp' | 'invalid_signature' | 'invalid_body';

const MESSAGES: Readonly<Record<WebhookErrorCode, string>> = {
  missing_header: 'A header of a webhook is missing.',
  invalid_timestamp: 'The time of the webhook is too far from now.',
  invalid_signature: 'The signature of the webhook does not hold.',
  invalid_body: 'The body of the webhook is no event.',
};

/** An invalid webhook. Answer 400 and do nothing else. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  /** Why the webhook is refused. */
  readonly code: WebhookErrorCode;
  constructor(code: WebhookErrorCode) {
    super(MESSAGES[code]);
    this.code = code;
  }
}

type WebhookHeaders =
  | Headers
  | Iterable<readonly [string, string]>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

const MAX_BYTES = 65_536;
/** At most two secrets are live. */
const MAX_SIGNATURES = 8;

/**
 * Verifies an event by Standard Webhooks. Pass the raw bytes. Events may arrive twice and in any order; `webhook-id`
 * stays the same. Throws a WebhookError.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  { secret, toleranceS = 300, clock = systemClock }: VerifyWebhookOptions,
): Promise<WebhookEvent> {
  const keys = await Promise.all([secret?.length === 0 ? '' : secret].flat().map((each) => importKey(each, 'verify')));
  if (typeof body !== 'string' && !ArrayBuffer.isView(body))
    throw new TypeError('verifyWebhook: pass the raw body, as text or bytes, before any JSON parser.');
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  ) as [string, string, string];
  if (!/^\d{1,12}$/.test(timestamp) || !(Math.abs(clock.now() / 1000 - Number(timestamp)) <= toleranceS))
    throw new WebhookError('invalid_timestamp');
  const bytes = typeof body === 'string' ? utf8(body) : new Uint8Array(body);
  if (bytes.length > MAX_BYTES) throw new WebhookError('invalid_body');
  if (!(await isSigned(concatenate([utf8(`${id}.${timestamp}.`), bytes]), signature, keys)))
    throw new WebhookError('invalid_signature');
  return eventOf(bytes);
}

type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

export function importKey(secret: string, use: 'sign' | 'verify'): Promise<HmacKey> {
  requireSettings('verifyWebhook', { secret });
  const bytes = secret.startsWith('whsec_') ? decodeBase64(secret.slice('whsec_'.length)) : undefined;
  if (bytes === undefined || bytes.length === 0)
    throw new TypeError('verifyWebhook: secret must be whsec_ and base64, as the operator gave it to you.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [use]);
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const entries = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
  const values = entries.filter(([each]) => each.toLowerCase() === name).flatMap(([, value]) => value);
  const [value] = values;
  if (values.length !== 1 || typeof value !== 'string' || value === '') throw new WebhookError('missing_header');
  return value;
}

/** The runtime compares in constant time. */
async function isSigned(signed: Bytes, header: string, keys: readonly HmacKey[]): Promise<boolean> {
  const signatures = header
    .split(' ', MAX_SIGNATURES)
    .filter((each) => each.startsWith('v1,'))
    .map((each) => decodeBase64(each.slice('v1,'.length)));
  for (const signature of signatures) {
    if (signature === undefined) continue;
    for (const key of keys) if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true;
  }
  return false;
}

function eventOf(bytes: Uint8Array): WebhookEvent {
  try {
    const event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Partial<WebhookEvent>;
    const { type, timestamp, data } = event;
    if (typeof type === 'string' && typeof timestamp === 'string' && typeof data === 'object' && data !== null)
      return event as WebhookEvent;
  } catch {}
  throw new WebhookError('invalid_body');
}
