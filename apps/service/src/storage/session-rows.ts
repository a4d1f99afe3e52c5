import type { Join, Outcome, Session } from '../session/session.ts';
import type { SessionEventRow, SessionSummary } from './store.ts';
import type { Row, Value } from './tables/tables.ts';

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
export const MOVED_COLUMNS = [
  'status',
  'processing_deadline',
  'failure_code',
  'outcome_matched',
  'outcome_payload',
  'cancel_reason',
  'ended_at',
] as const;
/** Written once: a later move must not undo a confirmation that it did not read. */
export const JOIN_COLUMNS = [
  'join_via',
  'join_match_code',
  'join_app_token_hash',
  'join_confirmed',
  'join_at',
] as const;
export const SESSION_COLUMNS = [...FIXED, ...MOVED_COLUMNS, ...JOIN_COLUMNS] as const;

export const SUMMARY_COLUMNS = ['id', 'status', 'join_confirmed'] as const;

export const summaryOf = (row: Row): SessionSummary => ({
  id: row['id'] as string,
  status: row['status'] as SessionSummary['status'],
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
