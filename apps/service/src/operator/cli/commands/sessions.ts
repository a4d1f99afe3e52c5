import { groupOf } from '../action-commands.ts';
import type { Cli } from '../cli-context.ts';
import { wholeNumber } from '../option-parsers.ts';
import { watchSessions } from './sessions-watch.ts';

export const watchCommand = (cli: Cli): void =>
  void groupOf(cli.program, 'sessions')
    .command('watch')
    .description('print a line for each change of a session, until Ctrl-C')
    .example('authly sessions watch --since 15m')
    .option('--merchant <id>', 'only sessions of this merchant')
    .option('--since <duration>', 'start with the changes of the last 90s, 15m, 36h or 8d')
    .option('--for <duration>', 'stop after this time')
    .option('--limit <n>', 'stop after this many lines', wholeNumber(1, 1_000_000))
    .option('--json', 'output one JSON value per line')
    .action(cli.follow(watchSessions));
