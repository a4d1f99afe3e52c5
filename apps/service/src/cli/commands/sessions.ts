import { SESSION_STATES, type SessionStatus } from '@authly/contract/states';
import { Option } from 'commander';
import { atMerchant, sessionHistory, sessionRow } from '../../actions/sessions.ts';
import type { Cli } from '../cli-context.ts';
import { fields, output, table, time, type Output } from '../output.ts';
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
          const rows = found.map(sessionRow);
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

async function showSession(context: StoreContext, id: string): Promise<Output> {
  const { fields: shown, events, bioAttempts, isInterrupted } = await sessionHistory(context, id);
  const text = [
    fields(shown),
    table(events, ''),
    bioAttempts.length === 0 ? '' : `Calls to the merchant:\n${table(bioAttempts, '')}`,
    isInterrupted ? AT_MERCHANT : '',
  ];
  return output({ ...shown, events, bio_attempts: bioAttempts }, text.filter((part) => part !== '').join('\n\n'));
}
