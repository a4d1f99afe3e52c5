import type { AuditEntry as TrailRow, ChainHead as Head, NewAuditEntry as Act } from '../audit/entry.ts';
import type { Client, ClientSecret, Merchant } from '../merchants/merchant.ts';
import type { KeyAcceptance } from '../keys/key-acceptance.ts';
import type { KeyRecord } from '../keys/key-record.ts';
import type { WebhookDelivery, WebhookEndpoint } from '../merchants/webhook.ts';
import type { Sealed } from '../keys/rewrap.ts';
import { webhookSecretKeyId } from '../keys/seal.ts';
import type { BioAttempt } from '../session/bio-attempt.ts';
import type { Join, Outcome, Session } from '../session/session.ts';
import type { ConsoleLink, ConsoleSignIn, Figure, SessionEventRow, Standing } from './store.ts';

/** What both drivers take as a parameter. Truth values go in as 0 and 1, and come out as either. */
export type Value = string | number | null | Uint8Array;
export type Row = Record<string, unknown>;

/** Never changes after the creation. */
const FIXED = [
  'id',
  'merchant_id',
  'merchant_user_ref',
  'mode',
  'type',
  'payload',
  'return_url',
  'locale',
  'display_text',
  'metadata',
  'created_at',
  'expires_at',
] as const;
/** Written by every move. */
export const MOVED_COLUMNS = [
  'status',
  'processing_deadline',
  'failure_code',
  'outcome_matched',
  'outcome_payload',
  'cancel_reason',
  'ended_at',
] as const;
/** Written by the first move that brings a join, never again: a move must not undo a confirmation that came after its reading. */
export const JOIN_COLUMNS = [
  'join_via',
  'join_match_code',
  'join_app_token_hash',
  'join_confirmed',
  'join_at',
] as const;
export const SESSION_COLUMNS = [...FIXED, ...MOVED_COLUMNS, ...JOIN_COLUMNS] as const;

/** Of many sessions at once. */
export const STANDING_COLUMNS = ['id', 'status', 'join_confirmed'] as const;

export const standingOf = (row: Row): Standing => ({
  id: row['id'] as string,
  status: row['status'] as Standing['status'],
  confirmed: Boolean(row['join_confirmed']),
});

export const sessionValues = (session: Session): Value[] => [
  session.id,
  session.merchantId,
  session.merchantUserRef,
  session.mode,
  session.type,
  Object.keys(session.payload).length === 0 ? null : JSON.stringify(session.payload),
  session.returnUrl,
  session.locale,
  session.displayText,
  session.metadata === null ? null : JSON.stringify(session.metadata),
  session.createdAt,
  session.expiresAt,
  ...movedValues(session),
  ...joinValues(session),
];

export const movedValues = ({
  status,
  processingDeadline,
  failureCode,
  outcome,
  cancelReason,
  endedAt,
}: Session): Value[] => [
  status,
  processingDeadline,
  failureCode,
  outcome === null || outcome.matched === null ? null : Number(outcome.matched),
  outcome === null ? null : JSON.stringify(outcome.payload),
  cancelReason,
  endedAt,
];

export const joinValues = ({ join }: Session): Value[] =>
  join === null
    ? [null, null, null, null, null]
    : [join.via, join.matchCode, join.appTokenHash, Number(join.confirmed), join.at];

/** The inverse of `sessionValues`. */
export function sessionOf(row: Row): Session {
  const payload = row['payload'] as string | null;
  const metadata = row['metadata'] as string | null;
  return {
    id: row['id'] as string,
    merchantId: row['merchant_id'] as string,
    merchantUserRef: row['merchant_user_ref'] as string,
    mode: row['mode'] as Session['mode'],
    type: row['type'] as string,
    payload: payload === null ? {} : (JSON.parse(payload) as Session['payload']),
    returnUrl: row['return_url'] as string | null,
    locale: row['locale'] as string | null,
    displayText: row['display_text'] as string | null,
    metadata: metadata === null ? null : (JSON.parse(metadata) as Session['metadata']),
    createdAt: row['created_at'] as number,
    expiresAt: row['expires_at'] as number,
    status: row['status'] as Session['status'],
    join: joinOf(row),
    processingDeadline: row['processing_deadline'] as number | null,
    failureCode: row['failure_code'] as Session['failureCode'],
    outcome: outcomeOf(row['outcome_matched'], row['outcome_payload']),
    cancelReason: row['cancel_reason'] as string | null,
    endedAt: row['ended_at'] as number | null,
  };
}

function joinOf(row: Row): Join | null {
  if (row['join_at'] === null) return null;
  return {
    via: row['join_via'] as Join['via'],
    matchCode: row['join_match_code'] as string,
    appTokenHash: row['join_app_token_hash'] as string,
    confirmed: Boolean(row['join_confirmed']),
    at: row['join_at'] as number,
  };
}

function outcomeOf(matched: unknown, payload: unknown): Outcome | null {
  if (payload === null) return null;
  return {
    matched: matched === null ? null : Boolean(matched),
    payload: JSON.parse(payload as string) as Outcome['payload'],
  };
}

export const eventOf = (row: Row): SessionEventRow => ({
  event: row['event'] as SessionEventRow['event'],
  from: row['from_status'] as SessionEventRow['from'],
  to: row['to_status'] as SessionEventRow['to'],
  at: row['at'] as number,
});

/** Each field of a merchant with its column and the value stored there; what `update` may change is found by the same table. */
const MERCHANT_FIELDS = {
  id: ['id', (value) => value],
  name: ['name', (value) => value],
  logoId: ['logo_id', (value) => value],
  bioBaseUrl: ['bio_base_url', (value) => value],
  bioCaPem: ['bio_ca_pem', (value) => value],
  bioTimeoutMs: ['bio_timeout_ms', (value) => value],
  bioRetries: ['bio_retries', (value) => value],
  sessionLifetimeS: ['session_lifetime_s', (value) => value],
  rateLimits: ['rate_limits', (value) => JSON.stringify(value)],
  attemptsPerHour: ['attempts_per_hour', (value) => value],
  createdAt: ['created_at', (value) => value],
} satisfies { [Field in keyof Merchant]: [column: string, stored: (value: Merchant[Field]) => Value] };

export const MERCHANT_COLUMNS = Object.values(MERCHANT_FIELDS).map(([column]) => column);

/** The columns and values of what is given; a field that is undefined is not given. */
export function merchantAssignments(fields: Partial<Merchant>): { columns: string[]; values: Value[] } {
  const given = Object.entries(MERCHANT_FIELDS).filter(([field]) => fields[field as keyof Merchant] !== undefined);
  return {
    columns: given.map(([, [column]]) => column),
    values: given.map(([field, [, stored]]) => (stored as (value: unknown) => Value)(fields[field as keyof Merchant])),
  };
}

export const merchantOf = (row: Row): Merchant => ({
  id: row['id'] as string,
  name: row['name'] as string,
  logoId: row['logo_id'] as string | null,
  bioBaseUrl: row['bio_base_url'] as string,
  bioCaPem: row['bio_ca_pem'] as string | null,
  bioTimeoutMs: row['bio_timeout_ms'] as number,
  bioRetries: row['bio_retries'] as number,
  sessionLifetimeS: row['session_lifetime_s'] as number,
  rateLimits: JSON.parse(row['rate_limits'] as string) as Merchant['rateLimits'],
  attemptsPerHour: row['attempts_per_hour'] as number,
  createdAt: row['created_at'] as number,
});

export const CLIENT_COLUMNS = ['id', 'merchant_id', 'scopes', 'revoked_at', 'created_at'] as const;
export const clientValues = (client: Client): Value[] => [
  client.id,
  client.merchantId,
  client.scopes.join(' '),
  client.revokedAt,
  client.createdAt,
];

/** Clients with their secrets in one reading: for `clientsOf`. */
export const selectClients = (where = ''): string => `
  SELECT ${CLIENT_COLUMNS.map((column) => `c.${column}`).join(', ')}, s.hash AS secret_hash, s.created_at AS secret_created_at
  FROM clients c LEFT JOIN client_secrets s ON s.client_id = c.id ${where}
  ORDER BY c.created_at, c.id, s.seq DESC`;

export function clientsOf(rows: readonly Row[]): Client[] {
  return [...Map.groupBy(rows, (row) => row['id']).values()].map((secrets) =>
    clientOf(
      secrets[0]!,
      secrets.filter((row) => row['secret_hash'] !== null),
    ),
  );
}

const clientOf = (row: Row, secrets: readonly Row[]): Client => ({
  id: row['id'] as string,
  merchantId: row['merchant_id'] as string,
  scopes: (row['scopes'] as string).split(' ').filter((scope) => scope !== '') as unknown as Client['scopes'],
  secrets: secrets.map(
    (secret): ClientSecret => ({
      hash: secret['secret_hash'] as string,
      createdAt: secret['secret_created_at'] as number,
    }),
  ),
  revokedAt: row['revoked_at'] as number | null,
  createdAt: row['created_at'] as number,
});

export const KEY_COLUMNS = [
  'id',
  'purpose',
  'public_key',
  'sealed',
  'created_at',
  'activates_at',
  'removed_at',
] as const;
export const keyValues = (key: KeyRecord): Value[] => [
  key.id,
  key.purpose,
  key.publicKey,
  key.sealed,
  key.createdAt,
  key.activatesAt,
  key.removedAt,
];
export const keyOf = (row: Row): KeyRecord => ({
  purpose: row['purpose'] as KeyRecord['purpose'],
  id: row['id'] as string,
  publicKey: row['public_key'] as string | null,
  sealed: new Uint8Array(row['sealed'] as Uint8Array),
  createdAt: row['created_at'] as number,
  activatesAt: row['activates_at'] as number,
  removedAt: row['removed_at'] as number | null,
});

export const acceptanceOf = (row: Row): KeyAcceptance => ({
  merchantId: row['merchant_id'] as string,
  keyId: row['key_id'] as string,
  lastAcceptedAt: row['last_accepted_at'] as number,
});

/** From the table of releases before the chain. */
export const earlierActOf = (row: Row): Act => ({
  at: row['at'] as number,
  actor: row['actor'] as string,
  action: row['action'] as string,
  subject: row['subject'] as string,
  detail: parsedOr<Act['detail']>({ unreadable: true }, row['detail'] as string),
});

/** What somebody else wrote into a table must not keep acts from being written. */
function parsedOr<T>(instead: T, text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    return instead;
  }
}

export const TRAIL_COLUMNS = ['seq', 'at', 'actor', 'action', 'subject', 'detail', 'previous', 'hash'] as const;
export const trailValues = (row: TrailRow): Value[] => TRAIL_COLUMNS.map((column) => row[column]);
export const trailRowOf = (row: Row): TrailRow =>
  Object.fromEntries(TRAIL_COLUMNS.map((column) => [column, row[column]])) as unknown as TrailRow;
export const headOf = (row: Row | undefined): Head | undefined =>
  row && { seq: row['seq'] as number, hash: row['hash'] as string };

export const bioAttemptsOf = (row: Row | undefined): BioAttempt[] =>
  row === undefined ? [] : (JSON.parse(row['attempts'] as string) as BioAttempt[]);

/** Endpoints with their secrets in one reading: for `endpointsOf`. */
export const selectEndpoints = (where = ''): string => `
  SELECT e.merchant_id, e.url, e.ca_pem, e.created_at, e.failing_since, e.disabled_at,
    s.id AS secret_id, s.sealed AS secret_sealed, s.created_at AS secret_created_at
  FROM webhook_endpoints e LEFT JOIN webhook_secrets s ON s.merchant_id = e.merchant_id ${where}
  ORDER BY e.created_at, e.merchant_id, s.seq DESC`;

export function endpointsOf(rows: readonly Row[]): WebhookEndpoint[] {
  return [...Map.groupBy(rows, (row) => row['merchant_id']).values()].map((secrets) => ({
    merchantId: secrets[0]!['merchant_id'] as string,
    url: secrets[0]!['url'] as string,
    caPem: secrets[0]!['ca_pem'] as string | null,
    secrets: secrets
      .filter((row) => row['secret_id'] !== null)
      .map((row) => ({
        id: row['secret_id'] as string,
        sealed: new Uint8Array(row['secret_sealed'] as Uint8Array),
        createdAt: row['secret_created_at'] as number,
      })),
    failingSince: secrets[0]!['failing_since'] as number | null,
    disabledAt: secrets[0]!['disabled_at'] as number | null,
    createdAt: secrets[0]!['created_at'] as number,
  }));
}

export const DELIVERY_COLUMNS = [
  'session_id',
  'merchant_id',
  'mode',
  'at',
  'until',
  'attempts',
  'due_at',
  'delivered_at',
  'last_at',
  'last_result',
] as const;
export const deliveryOf = (row: Row): WebhookDelivery => ({
  sessionId: row['session_id'] as string,
  merchantId: row['merchant_id'] as string,
  mode: row['mode'] as WebhookDelivery['mode'],
  at: row['at'] as number,
  until: row['until'] as number,
  attempts: row['attempts'] as number,
  dueAt: row['due_at'] as number | null,
  deliveredAt: row['delivered_at'] as number | null,
  lastAt: row['last_at'] as number | null,
  lastResult: row['last_result'] as string | null,
});

/** By the index of what waits and by that of what was given up: what was delivered, nearly all of it, is not looked at. */
export const COUNT_DELIVERIES = `
  SELECT e.merchant_id,
    (SELECT count(*) FROM webhook_outbox WHERE merchant_id = e.merchant_id AND due_at IS NOT NULL) AS waiting,
    (SELECT count(*) FROM webhook_outbox WHERE merchant_id = e.merchant_id AND due_at IS NULL AND delivered_at IS NULL) AS given_up
  FROM webhook_endpoints e`;

/** How long an event that is retried by an operator is tried, as one that is new. */
export const WEBHOOK_RETRY_MS = 24 * 60 * 60 * 1000;
/** How many events an operator's command changes at a time: everybody else's writes come in between. */
export const WEBHOOK_BATCH = 500;

export const ALL_SEALED = `
  SELECT id, purpose, NULL AS merchant_id, sealed FROM keys
  UNION ALL SELECT id, 'webhook-secret', merchant_id, sealed FROM webhook_secrets`;
export function sealedOf(row: Row): Sealed {
  const id = row['id'] as string;
  const merchantId = row['merchant_id'] as string | null;
  return {
    id,
    purpose: row['purpose'] as Sealed['purpose'],
    keyId: merchantId === null ? id : webhookSecretKeyId(merchantId, id),
    sealed: new Uint8Array(row['sealed'] as Uint8Array),
  };
}

export const LINK_COLUMNS = ['hash', 'role', 'actor', 'expires_at'] as const;

export const linkValues = ({ hash, role, actor, expiresAt }: ConsoleLink): Value[] => [hash, role, actor, expiresAt];

export const linkOf = (row: Row): ConsoleLink => ({
  hash: row['hash'] as string,
  role: row['role'] as ConsoleLink['role'],
  actor: row['actor'] as string,
  expiresAt: row['expires_at'] as number,
});

export const SIGN_IN_COLUMNS = ['hash', 'id', 'role', 'actor', 'began_at', 'used_at'] as const;

export const signInValues = ({ hash, id, role, actor, beganAt, usedAt }: ConsoleSignIn): Value[] => [
  hash,
  id,
  role,
  actor,
  beganAt,
  usedAt,
];

export const signInOf = (row: Row): ConsoleSignIn => ({
  id: row['id'] as string,
  hash: row['hash'] as string,
  role: row['role'] as ConsoleSignIn['role'],
  actor: row['actor'] as string,
  beganAt: row['began_at'] as number,
  usedAt: row['used_at'] as number,
});

/** Somebody as a link names them, who begins now. */
export const signedInBy = (
  { role, actor }: ConsoleLink,
  signIn: Pick<ConsoleSignIn, 'id' | 'hash' | 'beganAt'>,
): ConsoleSignIn => ({ ...signIn, role, actor, usedAt: signIn.beganAt });

export const figureOf = (row: Row): Figure & { at: number } => ({
  at: Number(row['at']),
  name: row['name'] as string,
  label: row['label'] as string,
  count: Number(row['count']),
});
