import { SESSION_STATES } from '@authly/contract/wire/states';
import { Type } from 'typebox';
import { action } from '../row/action.ts';
import { fields, table } from '../../cli/terminal/output.ts';
import { choice, idArgument, idOption, limitOption } from '../row/params.ts';
import { listInterrupted, listSessions, sessionHistory } from '../reads/session-views.ts';

const AT_MERCHANT = `stored: the merchant accepted the enrollment; verifications against it work. unknown: it may have been sent, but no response was recorded.
Tell the merchant the session ids: its Bio API knows them as enrollment_session_id. A new enrollment of the user replaces the old one.`;

const page = {
  before: Type.Optional(idOption('--before <session_id>', 'only sessions older than this one, for paging')),
  limit: limitOption('sessions'),
};
const merchant = Type.Optional(idOption('--merchant <id>', 'only sessions of this merchant'));

export const SESSIONS = [
  action({
    name: 'sessions show',
    role: 'terminal',
    text: 'show one session with its history and its calls to the merchant',
    params: { session_id: idArgument() },
    run: (operator, { session_id }) => sessionHistory(operator, session_id),
    print({ fields: shown, events, bioAttempts, failedCalls, isInterrupted }) {
      const parts = [
        fields(shown),
        table(events, ''),
        bioAttempts.length === 0 ? '' : `Calls to the merchant:\n${table(bioAttempts, '')}`,
        failedCalls.length === 0 ? '' : `Failed calls:\n${table(failedCalls, '')}`,
        isInterrupted ? AT_MERCHANT : '',
      ];
      const text = parts.filter((part) => part !== '').join('\n\n');
      return { json: { ...shown, events, bio_attempts: bioAttempts, failed_calls: failedCalls }, text };
    },
  }),
  action({
    name: 'sessions list',
    role: 'terminal',
    text: 'list sessions, newest first',
    examples: ['authly sessions list --merchant mch_123 --status failed'],
    params: {
      merchant,
      status: Type.Optional(
        choice(SESSION_STATES, { flag: '--status <status>', description: 'only sessions in this state' }),
      ),
      ...page,
    },
    run: (operator, { merchant: merchantId, before: beforeId, ...query }) =>
      listSessions(operator, { ...query, merchantId, beforeId }),
    none: 'No sessions.',
  }),
  action({
    name: 'sessions interrupted',
    role: 'terminal',
    text: 'list enrollments that failed with processing_interrupted, newest first, and whether the merchant stored them',
    examples: ['authly sessions interrupted --merchant mch_123'],
    params: { merchant, ...page },
    run: (operator, { merchant: merchantId, before: beforeId, limit }) =>
      listInterrupted(operator, { merchantId, beforeId, limit }),
    print: (rows) => (rows.length === 0 ? 'None.' : `${table(rows, '')}\n\n${AT_MERCHANT}`),
  }),
];
