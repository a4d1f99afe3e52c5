import { FAILURE_CODES, type FailureCode } from '@authly/contract/failure-codes';
import { MODES, SESSION_STATES } from '@authly/contract/states';
import { isSessionId, listSessions, sessionHistory, showUserRef } from '../../actions/sessions.ts';
import { ConsoleError } from '../console-error.ts';
import type { Handler } from '../endpoint.ts';
import { oneOfIn, textIn, timeIn } from '../query.ts';
import type { SessionDetails, SessionPage } from '../wire.ts';

const ROWS = 50;

export const sessions: Handler = async (context, { query }): Promise<SessionPage> => {
  const before = textIn(query, 'before');
  const found = await listSessions(context, {
    merchantId: textIn(query, 'merchant'),
    status: oneOfIn(query, 'status', SESSION_STATES),
    mode: oneOfIn(query, 'mode', MODES),
    failureCode: oneOfIn(query, 'failure_code', Object.keys(FAILURE_CODES) as FailureCode[]),
    from: timeIn(query, 'from'),
    to: timeIn(query, 'to'),
    beforeId: before === undefined ? undefined : requireId(before),
    limit: ROWS,
  });
  return { sessions: found, before: found.length < ROWS ? null : found.at(-1)!.session_id };
};

export const session: Handler = async (context, { params }): Promise<SessionDetails> => {
  const { fields, events, bioAttempts } = await sessionHistory(context, requireId(params['id']!));
  return { fields: withoutFingers(fields), events, bioAttempts, status: events.at(-1)!.to };
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
