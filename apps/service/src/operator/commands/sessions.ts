import { BIOMETRIC_TYPES, biometricType, type BiometricType } from '@authly/contract/biometric-types';
import { SESSION_STATES, type SessionStatus } from '@authly/contract/states';
import { Option } from 'commander';
import type { BioAttempt } from '../../session/bio-attempt.ts';
import type { Session } from '../../session/session.ts';
import { readSession } from '../../lifecycle/advance-session.ts';
import type { Cli } from '../cli-context.ts';
import { OperatorError } from '../operator-error.ts';
import { fields, output, table, time, type Output, type Row } from '../output.ts';
import { wholeNumber } from '../whole-number.ts';
import type { StoreContext } from '../store-context.ts';
import { watchSessions } from './sessions-watch.ts';

export function sessionCommands(cli: Cli): void {
  const sessions = cli.program.command('sessions').description('sessions and what happened to them');

  sessions
    .command('show')
    .argument('<session_id>')
    .description('one session with its history and its calls to the merchant')
    .action(cli.at((context, _options: object, id: string) => showSession(context, id)));

  sessions
    .command('list')
    .description('newest first')
    .option('--merchant <id>', 'of this merchant')
    .addOption(new Option('--status <status>', 'in this state').choices(SESSION_STATES))
    .option('--before <session_id>', 'older than this one: for paging')
    .option('--limit <n>', 'at most', wholeNumber(1, 1000), 20)
    .action(
      cli.at(
        async ({ store }, options: { merchant?: string; status?: SessionStatus; before?: string; limit: number }) => {
          const found = await store.sessions.list({
            merchantId: options.merchant,
            status: options.status,
            beforeId: options.before,
            limit: options.limit,
          });
          const rows = found.map((session) => ({
            session_id: session.id,
            merchant_id: session.merchantId,
            mode: session.mode,
            status: session.status,
            failure_code: session.failureCode,
            created_at: time(session.createdAt),
          }));
          return output(rows, table(rows, 'No sessions.'));
        },
      ),
    );

  sessions
    .command('watch')
    .description('a line each time something happens to a session, until Ctrl-C')
    .option('--merchant <id>', 'of this merchant')
    .option('--since <duration>', 'begin with what happened so long ago: 90s, 15m, 36h or 8d')
    .option('--for <duration>', 'stop after this time')
    .option('--limit <n>', 'stop after so many lines', wholeNumber(1, 1_000_000))
    .option('--json', 'one JSON value a line')
    .action(cli.follow(watchSessions));

  sessions
    .command('interrupted')
    .description(
      'enrollments that ended as processing_interrupted, newest first, and whether their merchants hold them all the same',
    )
    .option('--merchant <id>', 'of this merchant')
    .option('--before <session_id>', 'older than this one: for paging')
    .option('--limit <n>', 'at most', wholeNumber(1, 1000), 20)
    .action(cli.at(listInterrupted));
}

async function listInterrupted(
  { store }: StoreContext,
  { merchant, before, limit }: { merchant?: string; before?: string; limit: number },
): Promise<Output> {
  const found = await store.sessions.list({
    merchantId: merchant,
    beforeId: before,
    mode: 'enroll',
    failureCode: 'processing_interrupted',
    limit,
  });
  const rows = [];
  for (const session of found)
    rows.push({
      session_id: session.id,
      merchant_id: session.merchantId,
      at_merchant: atMerchant(await store.bioAttempts.of(session.id)),
      created_at: time(session.createdAt),
      ended_at: time(session.endedAt),
    });
  return output(rows, rows.length === 0 ? 'None.' : `${table(rows, '')}\n\n${AT_MERCHANT}`);
}

const AT_MERCHANT = `stored: the merchant accepted it and holds it; verifications against it work. unknown: it was sent, or may have been, and no answer is noted.
Tell the merchant the session ids: its Bio API knows them as enrollment_session_id. Enrolling the user again replaces what it holds.`;

/** What became of an enrollment at its merchant, as far as it was noted: a process that died took its last note with it. */
function atMerchant(attempts: readonly BioAttempt[]): 'stored' | 'unknown' | 'refused' {
  if (attempts.some(({ failure }) => failure === null)) return 'stored';
  return attempts.length > 0 && attempts.every(({ failure }) => failure === 'merchant_bio_rejected')
    ? 'refused'
    : 'unknown';
}

async function showSession({ store, now }: StoreContext, id: string): Promise<Output> {
  const session = await readSession(store.sessions, id, now());
  if (session === undefined) throw new OperatorError(`there is no session ${id}`);
  const events = (await store.sessions.events(id)).map(({ event, from, to, at }) => ({
    at: time(at),
    event,
    from,
    to,
  }));
  const attempts = await store.bioAttempts.of(id);
  const calls = attempts.map(({ at, ...attempt }) => ({ at: time(at), ...attempt }));
  const interrupted = session.mode === 'enroll' && session.failureCode === 'processing_interrupted';
  const shown = { ...view(session), ...(interrupted && { at_merchant: atMerchant(attempts) }) };
  const text = [
    fields(shown),
    table(events, ''),
    calls.length === 0 ? '' : `Calls to the merchant:\n${table(calls, '')}`,
    interrupted ? AT_MERCHANT : '',
  ];
  return output({ ...shown, events, bio_attempts: calls }, text.filter((part) => part !== '').join('\n\n'));
}

/** No user ref, metadata or token: an operator helps without them. */
const view = (session: Session): Row => ({
  session_id: session.id,
  merchant_id: session.merchantId,
  mode: session.mode,
  type: session.type,
  ...referenceOf(session),
  status: session.status,
  failure_code: session.failureCode,
  cancel_reason: session.cancelReason,
  created_at: time(session.createdAt),
  expires_at: time(session.expiresAt),
  ended_at: time(session.endedAt),
});

/** `reference_finger` for a fingerprint; null where the merchant named none. */
function referenceOf({ type, payload }: Session): Row {
  const fields = biometricType<BiometricType>(BIOMETRIC_TYPES, type)?.fields ?? payload;
  return Object.fromEntries(Object.keys(fields).map((field) => [`reference_${field}`, payload[field] ?? null]));
}
