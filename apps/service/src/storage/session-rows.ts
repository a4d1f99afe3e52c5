import type { Join, NewSession, Outcome, Session } from '../session/session.ts';
import type { SessionEventRow, SessionSummary } from './port/store.ts';
import { recordOf, type Row, type Value } from './tables/table-access.ts';

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
  'clientId',
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
const JOIN = recordOf<Join>(
  'sessions',
  ['via', 'matchCode', 'appTokenHash', 'confirmed', 'wrongNumbers', 'at'],
  'join_',
);
/** Written once: a later move must not undo a check of the number that it did not read. */
export const JOIN_COLUMNS = JOIN.columns;
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
  join === null ? JOIN_COLUMNS.map(() => null) : JOIN.valuesOf(join);

export const sessionOf = (row: Row): Session => ({
  ...FIXED.read(row),
  ...MOVED.read(row),
  payload: parsed<Session['payload']>(row['payload']) ?? {},
  metadata: parsed(row['metadata']),
  join: row['join_at'] === null ? null : { ...JOIN.read(row), confirmed: Boolean(row['join_confirmed']) },
  outcome: outcomeOf(row),
});

const parsed = <T>(json: unknown): T | null => (json === null ? null : (JSON.parse(json as string) as T));

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
