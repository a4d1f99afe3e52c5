import { randomBytes, randomUUID } from 'node:crypto';
import type { KeyRecord } from '../../keys/key-record.ts';
import { newMerchant, type Client, type Merchant } from '../../merchants/merchant.ts';
import type { BioAttempt } from '../../session/bio-attempt.ts';
import { plan, type SessionInput, type Move } from '../../session/move.ts';
import { sessionId } from '../../session/session-id.ts';
import { createdSession, type Instant, type NewSession, type Session } from '../../session/session.ts';
import type { IdempotencyClaim, Store } from '../port/store.ts';

export const NOW: Instant = Date.UTC(2026, 2, 4, 5, 6, 7, 89);
export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

export function sampleSession(fields: Partial<NewSession> = {}): Session {
  const createdAt = fields.createdAt ?? NOW;
  return createdSession({
    id: sessionId(createdAt, randomBytes(16)),
    merchantId: 'mer_1',
    merchantUserRef: 'user-1',
    mode: 'verify',
    type: 'fingerprint',
    payload: { finger: 'RI' },
    returnUrl: 'https://shop.example/back?a=1',
    locale: 'ko-KR',
    displayText: 'Pay € 9.50\n2 × 커피',
    metadata: { order: 'A-1' },
    requestId: '00000000-0000-4000-8000-000000000001',
    clientId: 'cli_1',
    createdAt,
    expiresAt: createdAt + 10 * MINUTE,
    ...fields,
  });
}

export const sampleClaim = (fields: Partial<IdempotencyClaim> = {}): IdempotencyClaim => ({
  merchantId: 'mer_1',
  endpoint: 'enrollments',
  key: randomUUID(),
  fingerprint: 'f'.repeat(64),
  ...fields,
});

export const CLAIM_BY_BUTTON: SessionInput = {
  event: 'claim',
  join: { via: 'button', matchCode: '42', appTokenHash: 'ab'.repeat(32), confirmed: true, wrongNumbers: 0, at: NOW },
};
export const CLAIM_BY_QR: SessionInput = {
  event: 'claim',
  join: { via: 'qr', matchCode: '07', appTokenHash: 'cd'.repeat(32), confirmed: false, wrongNumbers: 0, at: NOW },
};
export const CALLBACK: SessionInput = { event: 'callback', processingDeadline: NOW + 25_000 };

/** A move that the transition table allows. */
export function moveOf(session: Session, input: SessionInput, now: Instant = NOW): Move {
  const move = plan(session, input, now);
  if ('next' in move) return move;
  throw new Error(`the table does not move ${session.status} by ${input.event}`);
}

/** Creates a session and applies events. */
export async function walked(
  store: Store,
  inputs: readonly SessionInput[],
  fields: Partial<NewSession> = {},
): Promise<Session> {
  let session = sampleSession(fields);
  await store.sessions.create(session);
  for (const input of inputs) {
    const move = moveOf(session, input, session.createdAt);
    if (!(await store.sessions.move(move))) throw new Error(`${input.event} did not hold`);
    session = move.next;
  }
  return session;
}

export const sampleMerchant = (fields: Partial<Merchant> = {}): Merchant =>
  newMerchant({
    id: 'mer_1',
    name: 'Shop 상점 👍',
    bioBaseUrl: 'https://bio.shop.example/base',
    createdAt: NOW,
    ...fields,
  });

export const sampleClient = (fields: Partial<Client> = {}): Client => ({
  id: 'cli_1',
  merchantId: 'mer_1',
  scopes: ['enrollment:create', 'result:read'],
  secrets: [{ hash: '1'.repeat(64), createdAt: NOW }],
  revokedAt: null,
  createdAt: NOW,
  ...fields,
});

export const sampleKey = (fields: Partial<KeyRecord> = {}): KeyRecord => ({
  merchantId: '',
  purpose: 'access-token',
  id: `key_${randomUUID()}`,
  publicKey: 'MCowBQYDK2VwAyEA',
  sealed: new Uint8Array([0, 1, 2, 255, 0]),
  createdAt: NOW,
  activatesAt: NOW,
  removedAt: null,
  lastUsedAt: null,
  ...fields,
});

/** A call that succeeded. */
export const sampleAttempt = (fields: Partial<BioAttempt> = {}): BioAttempt => ({
  at: NOW,
  call: 'store',
  url: 'https://bio.shop.example/store',
  requestId: 'req_1',
  attempt: 1,
  stage: 'body',
  status: 200,
  code: null,
  reason: null,
  failure: null,
  ms: 12,
  ...fields,
});
