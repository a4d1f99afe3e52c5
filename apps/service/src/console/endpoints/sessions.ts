import { FAILURE_CODES, type FailureCode } from '@authly/contract/failure-codes';
import { MODES, SESSION_STATES } from '@authly/contract/states';
import { sessionHistory, sessionRow, showUserRef } from '../../actions/sessions.ts';
import { firstSessionIdAt, isSessionId } from '../../session/session-id.ts';
import type { Endpoint } from '../endpoint.ts';
import { oneOfIn, textIn, timeIn } from '../query.ts';
import { ConsoleRefused } from '../refused.ts';
import type { SessionDetails, SessionPage } from '../wire.ts';

const ROWS = 50;

export const sessions: Endpoint['answer'] = async ({ store }, { query }): Promise<SessionPage> => {
  const [from, to, before] = [timeIn(query, 'from'), timeIn(query, 'to'), textIn(query, 'before')];
  if (before !== undefined) requireId(before);
  const bounds = [before, to === undefined ? undefined : firstSessionIdAt(to)].filter((id) => id !== undefined).sort();
  const found = await store.sessions.list({
    merchantId: textIn(query, 'merchant'),
    status: oneOfIn(query, 'status', SESSION_STATES),
    mode: oneOfIn(query, 'mode', MODES),
    failureCode: oneOfIn(query, 'failure_code', Object.keys(FAILURE_CODES) as FailureCode[]),
    fromId: from === undefined ? undefined : firstSessionIdAt(from),
    beforeId: bounds[0],
    limit: ROWS,
  });
  return { sessions: found.map(sessionRow), before: found.length < ROWS ? null : found.at(-1)!.id };
};

export const session: Endpoint['answer'] = async (parts, { params }): Promise<SessionDetails> => {
  const { fields, events, bioAttempts } = await sessionHistory(parts, requireId(params['id']!));
  return { fields: withoutFingers(fields), events, bioAttempts, status: events.at(-1)!.to };
};

/** Which finger is asked for is no operator's concern here. */
const withoutFingers = (fields: SessionDetails['fields']): SessionDetails['fields'] =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !name.startsWith('reference_')));

/** Never in a list, and never unasked: the trail says who has seen whose. */
export const userRef: Endpoint['answer'] = async (_parts, { params, operator }) => ({
  merchant_user_ref: await showUserRef(operator, requireId(params['id']!)),
});

function requireId(id: string): string {
  if (!isSessionId(id)) throw new ConsoleRefused(404, 'not_found', 'That is no session id: it is ses_ and 36 letters.');
  return id;
}
