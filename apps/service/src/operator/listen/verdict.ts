import { createPublicKey, hash, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { parseReply, replyFaults } from '@authly/contract/captures/replies';
import { BIO_OPERATION_NAMES, BIO_OPERATIONS } from '@authly/contract/operation-table';
import { canonicalRequest, SIGNATURE_HEADERS, SIGNATURE_PREFIX } from '@authly/contract/wire/bio/canonical-request';
import { classifyAttempt } from '../../bio-api/classify-attempt.ts';
import { webhookHeaders } from '../../webhooks/message.ts';
import { openWebhookSecret } from '../../webhooks/secret.ts';
import { attemptInWords } from '../reads/bio-answer-words.ts';
import type { Operator } from '../row/operator.ts';

/** Whose calls they are, and the paths at which they arrive; that of a Bio API has no slash at its end. */
export interface Listening {
  readonly operator: Operator;
  readonly merchantId: string;
  readonly paths: { readonly bio: string | undefined; readonly webhook: string | undefined };
}

export interface Forwarded {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

interface Reply {
  readonly status: number;
  readonly body: Uint8Array;
}

export interface Verdict {
  readonly ok: boolean;
  /** Holds nothing of a body. */
  readonly detail: string;
}

type CallName = (typeof BIO_OPERATION_NAMES)[number] | 'webhook';

/** Returns undefined for a path that is not registered. */
export function callAt(url: string, { bio, webhook }: Listening['paths']): CallName | undefined {
  if (url === webhook) return 'webhook';
  return bio === undefined ? undefined : BIO_OPERATION_NAMES.find((name) => url === bio + BIO_OPERATIONS[name].path);
}

export async function verdictOf(
  name: CallName,
  call: Forwarded,
  reply: Reply,
  { operator, merchantId }: Listening,
): Promise<Verdict> {
  if (name !== 'webhook') return signed(await isSigned(call, operator), bioReply(name, call, reply));
  const { status } = reply;
  const answered = { ok: status >= 200 && status < 300, detail: String(status) };
  return signed(await isSignedEvent(call, operator, merchantId), answered);
}

const signed = (isValid: boolean, { ok, detail }: Verdict): Verdict => ({
  ok: ok && isValid,
  detail: `signature ${isValid ? 'valid' : 'not valid: the call is not from this service'}; ${detail}`,
});

/** Judges the reply as the service does. */
function bioReply(name: 'lookup' | 'store', { body }: Forwarded, reply: Reply): Verdict {
  const { failure, merchantCode = null } = classifyAttempt({ kind: 'answered', ...reply }, name);
  const sent = parseReply(body) as Parameters<typeof replyFaults>[1];
  const faults = failure === undefined ? replyFaults(name, sent, parseReply(reply.body)) : [];
  const ended = failure ?? (faults.length === 0 ? null : 'merchant_bio_invalid_response');
  const attempt = { failure: ended, status: reply.status, code: merchantCode, reason: null, stage: 'body' } as const;
  const words = attemptInWords({ ...attempt, url: '', requestId: '', attempt: 1, ms: 0 });
  return { ok: ended === null || ended === 'enrollment_not_found', detail: [words, ...faults].join('; ') };
}

async function isSigned({ method, url, headers, body }: Forwarded, { store }: Operator): Promise<boolean> {
  const header = (name: keyof typeof SIGNATURE_HEADERS): string => String(headers[SIGNATURE_HEADERS[name]] ?? '');
  const key = (await store.keys.list('bio-signing')).find(({ id }) => id === header('keyId'));
  if (!key?.publicKey) return false;
  const contentSha256 = hash('sha256', body, 'hex');
  const [timestamp, nonce] = [header('timestamp'), header('nonce')];
  const text = canonicalRequest({ method, pathAndQuery: url, timestamp, nonce, contentSha256 });
  const publicKey = createPublicKey({ key: Buffer.from(key.publicKey, 'base64'), format: 'der', type: 'spki' });
  const signature = Buffer.from(header('signature').slice(SIGNATURE_PREFIX.length), 'base64');
  return verify(null, Buffer.from(text), publicKey, signature);
}

async function isSignedEvent({ headers, body }: Forwarded, operator: Operator, merchantId: string): Promise<boolean> {
  const owner = { environment: operator.environment, master: operator.masterKey(), merchantId };
  const { secrets = [] } = (await operator.store.webhooks.find(merchantId)) ?? {};
  const opened = secrets.map((secret) => openWebhookSecret(owner, secret));
  const message = { id: String(headers['webhook-id']), body: Buffer.from(body) };
  const now = Number(headers['webhook-timestamp']) * 1000;
  return webhookHeaders(message, opened, now)['webhook-signature'] === headers['webhook-signature'];
}
