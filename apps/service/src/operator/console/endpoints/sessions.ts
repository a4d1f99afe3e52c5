import { FAILURE_CODES, type FailureCode } from '@authly/contract/failure-codes';
import { MODES, SESSION_STATES } from '@authly/contract/states';
import { exportSessions, searchSessions, type SearchQuery } from '../../actions/search-sessions.ts';
import { isSessionId, sessionHistory, showUserRef } from '../../actions/sessions.ts';
import { findDelivery } from '../../actions/webhooks.ts';
import { ConsoleError } from '../console-error.ts';
import type { Handler } from '../endpoint.ts';
import { oneOfIn, textIn, timeIn } from '../query.ts';
import type { SessionDetails, SessionPage } from '../wire.ts';

const ROWS = 50;

const searchIn = (query: Readonly<Record<string, string>>): Omit<SearchQuery, 'limit'> => ({
  text: textIn(query, 'q'),
  merchantId: textIn(query, 'merchant'),
  status: oneOfIn(query, 'status', SESSION_STATES),
  mode: oneOfIn(query, 'mode', MODES),
  failureCode: oneOfIn(query, 'failure_code', Object.keys(FAILURE_CODES) as FailureCode[]),
  from: timeIn(query, 'from'),
  to: timeIn(query, 'to'),
});

export const sessions: Handler = (context, { query }): Promise<SessionPage> => {
  const before = textIn(query, 'before');
  const beforeId = before === undefined ? undefined : requireId(before);
  return searchSessions(context, { ...searchIn(query), beforeId, limit: ROWS });
};

/** The newest of a search, for a file. */
export const sessionsFile: Handler = (context, { query }) => exportSessions(context, searchIn(query));

export const session: Handler = async (context, { params }): Promise<SessionDetails> => {
  const id = requireId(params['id']!);
  const { fields, events, bioAttempts } = await sessionHistory(context, id);
  const merchant = await context.store.merchants.find(fields['merchant_id']!);
  return {
    fields: withoutFingers(fields),
    events,
    bioAttempts,
    status: events.at(-1)!.to,
    merchantName: merchant?.name ?? null,
    webhook: await findDelivery(context, id),
  };
};

/** The requested finger is nothing the console needs to show. */
const withoutFingers = (fields: SessionDetails['fields']): SessionDetails['fields'] =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !name.startsWith('reference_')));

/** Never part of a list: each view has its own audit entry. */
export const userRef: Handler = async (_context, { params, operator }) => ({
  merchant_user_ref: await showUserRef(operator, requireId(params['id']!)),
});

function requireId(id: string): string {
  if (!isSessionId(id))
    throw new ConsoleError(404, 'not_found', 'That is not a session id: it has ses_ and 36 characters.');
  return id;
}
