import { homedir } from 'node:os';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { addList } from './commands/list.ts';
import { addPairing } from './commands/pairing.ts';
import { addServe } from './commands/serve.ts';
import { ReaderError, UsageError } from './errors.ts';

/** Exit codes: 0 done, 1 the reader failed, 2 invalid command. */
export async function runCli(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const program = new Command('authly-reader')
    .description('Fingerprint readers on a counter: an agent for the app.')
    .option(
      '--dir <folder>',
      'where the agent keeps its certificate and its pairings',
      env['AUTHLY_READER_DIR'] ?? join(homedir(), '.authly-reader'),
    )
    .showHelpAfterError('(add --help for what it takes)')
    .exitOverride();
  const folder = (): string => program.opts<{ dir: string }>().dir;
  addServe(program, folder, env, stop.signal);
  addPairing(program, folder);
  addList(program);
  try {
    await program.parseAsync([...argv]);
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof UsageError || error instanceof ReaderError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}
