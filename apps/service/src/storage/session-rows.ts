import type { Join, NewSession, Outcome, Session } from '../session/session.ts';
import type { SessionEventRow, SessionSummary } from './port/store.ts';
import { recordOf, type Row, type Value } from './tables/tables.ts';

const FIXED = recordOf<Omit<NewSession, 'payload' | 'metadata'>>('sessions', [
  'id',
  'merchantId',
  'merchantUserRef',
  'mode',
  'type',
  'returnUrl',
  'locale',
  'displayText',
  'requestId',
  'createdAt',
  'expiresAt',
]);
const MOVED = recordOf<Omit<Session, keyof NewSession | 'join' | 'outcome'>>('sessions', [
  'status',
  'processingDeadline',
  'failureCode',
  'cancelReason',
  'endedAt',
]);
export const MOVED_COLUMNS = [...MOVED.columns, 'outcome_matched', 'outcome_device', 'outcome_payload'];
/** Written once: a later move must not undo a check of the number that it did not read. */
export const JOIN_COLUMNS = [
  'join_via',
  'join_match_code',
  'join_app_token_hash',
  'join_confirmed',
  'join_wrong_numbers',
  'join_at',
];
export const SESSION_COLUMNS = [...FIXED.columns, 'payload', 'metadata', ...MOVED_COLUMNS, ...JOIN_COLUMNS];
export const SUMMARY_COLUMNS = ['id', 'status', 'join_confirmed'];

export const summaryOf = (row: Row): SessionSummary => ({
  id: row['id'] as string,
  status: row['status'] as SessionSummary['status'],
  confirmed: Boolean(row['join_confirmed']),
});

export const sessionValues = (session: Session): Value[] => [
  ...FIXED.valuesOf(session),
  Object.keys(session.payload).length === 0 ? null : JSON.stringify(session.payload),
  session.metadata && JSON.stringify(session.metadata),
  ...movedValues(session),
  ...joinValues(session),
];

export const movedValues = (session: Session): Value[] => [
  ...MOVED.valuesOf(session),
  session.outcome?.matched == null ? null : Number(session.outcome.matched),
  session.outcome?.device ?? null,
  session.outcome && JSON.stringify(session.outcome.payload),
];

export const joinValues = ({ join }: Session): Value[] =>
  join === null
    ? JOIN_COLUMNS.map(() => null)
    : [join.via, join.matchCode, join.appTokenHash, Number(join.confirmed), join.wrongNumbers, join.at];

export const sessionOf = (row: Row): Session => ({
  ...FIXED.read(row),
  ...MOVED.read(row),
  payload: parsed<Session['payload']>(row['payload']) ?? {},
  metadata: parsed(row['metadata']),
  join: joinOf(row),
  outcome: outcomeOf(row),
});

const parsed = <T>(json: unknown): T | null => (json === null ? null : (JSON.parse(json as string) as T));

function joinOf(row: Row): Join | null {
  if (row['join_at'] === null) return null;
  return {
    via: row['join_via'] as Join['via'],
    matchCode: row['join_match_code'] as string,
    appTokenHash: row['join_app_token_hash'] as string,
    confirmed: Boolean(row['join_confirmed']),
    wrongNumbers: row['join_wrong_numbers'] as number,
    at: row['join_at'] as number,
  };
}

function outcomeOf(row: Row): Outcome | null {
  const payload = parsed<Outcome['payload']>(row['outcome_payload']);
  const matched = row['outcome_matched'];
  const device = row['outcome_device'] as Outcome['device'] | null;
  return payload && { matched: matched === null ? null : Boolean(matched), ...(device && { device }), payload };
}

export const eventOf = (row: Row): SessionEventRow => ({
  event: row['event'] as SessionEventRow['event'],
  from: row['from_status'] as SessionEventRow['from'],
  to: row['to_status'] as SessionEventRow['to'],
  at: row['at'] as number,
});
