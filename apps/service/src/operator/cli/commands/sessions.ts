import { SESSION_STATES, type SessionStatus } from '@authly/contract/states';
import { Option } from 'commander';
import { listInterrupted, listSessions, sessionHistory } from '../../actions/sessions.ts';
import type { Cli } from '../cli-context.ts';
import { fields, output, table, type Output } from '../output.ts';
import type { StoreContext } from '../store-context.ts';
import { wholeNumber } from '../option-parsers.ts';
import { watchSessions } from './sessions-watch.ts';

interface ListOptions {
  merchant?: string;
  status?: SessionStatus;
  before?: string;
  limit: number;
}

const filterOf = ({ merchant, status, before, limit }: ListOptions) => ({
  merchantId: merchant,
  status,
  beforeId: before,
  limit,
});

export function sessionCommands(cli: Cli): void {
  const sessions = cli.program.command('sessions').description('look up sessions and their history');

  sessions
    .command('show')
    .argument('<session_id>')
    .description('show one session with its history and its calls to the merchant')
    .example('authly sessions show ses_123')
    .action(cli.at((context, _options: object, id: string) => showSession(context, id)));

  sessions
    .command('list')
    .description('list sessions, newest first')
    .example('authly sessions list --merchant mch_123 --status failed')
    .option('--merchant <id>', 'only sessions of this merchant')
    .addOption(new Option('--status <status>', 'only sessions in this state').choices(SESSION_STATES))
    .option('--before <session_id>', 'only sessions older than this one, for paging')
    .option('--limit <n>', 'maximum number of sessions', wholeNumber(1, 1000), 20)
    .action(
      cli.at(async (context, options: ListOptions) => {
        const rows = await listSessions(context, filterOf(options));
        return output(rows, table(rows, 'No sessions.'));
      }),
    );

  sessions
    .command('watch')
    .description('print a line for each change of a session, until Ctrl-C')
    .example('authly sessions watch --since 15m')
    .option('--merchant <id>', 'only sessions of this merchant')
    .option('--since <duration>', 'start with the changes of the last 90s, 15m, 36h or 8d')
    .option('--for <duration>', 'stop after this time')
    .option('--limit <n>', 'stop after this many lines', wholeNumber(1, 1_000_000))
    .option('--json', 'output one JSON value per line')
    .action(cli.follow(watchSessions));

  sessions
    .command('interrupted')
    .description(
      'list enrollments that failed with processing_interrupted, newest first, and whether the merchant stored them',
    )
    .example('authly sessions interrupted --merchant mch_123')
    .option('--merchant <id>', 'only sessions of this merchant')
    .option('--before <session_id>', 'only sessions older than this one, for paging')
    .option('--limit <n>', 'maximum number of sessions', wholeNumber(1, 1000), 20)
    .action(
      cli.at(async (context, options: ListOptions) => {
        const rows = await listInterrupted(context, filterOf(options));
        return output(rows, rows.length === 0 ? 'None.' : `${table(rows, '')}\n\n${AT_MERCHANT}`);
      }),
    );
}

const AT_MERCHANT = `stored: the merchant accepted the enrollment; verifications against it work. unknown: it may have been sent, but no response was recorded.
Tell the merchant the session ids: its Bio API knows them as enrollment_session_id. A new enrollment of the user replaces the old one.`;

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
