import { fstatSync, writeFileSync } from 'node:fs';
import { promisify, styleText } from 'node:util';
import { CommanderError } from 'commander';
import type { Cli } from './cli-context.ts';
import { commandsFor } from './commands.ts';
import { withColoredMarks, type Output } from './terminal/output.ts';
import { printable } from './terminal/printable.ts';
import type { Env } from '../config/setting-reader.ts';
import type { withStoreContext as WithStoreContext } from './store-context.ts';

export async function runCli(
  argv: readonly string[],
  env: Env,
  write: (text: string) => unknown = writeOut,
): Promise<number> {
  let exitCode = 0;
  const show = async ({ json, text, failed }: Output, asJson: boolean): Promise<void> => {
    await write(`${asJson ? printable(JSON.stringify(json, null, 2)) : withColoredMarks(printable(text))}\n`);
    if (failed) exitCode = 1;
  };
  const run: Cli['run'] =
    (work) =>
    async (...args) => {
      const { options, words, asJson } = typedOf(args);
      await show(await work(env, options as never, ...words), asJson);
    };
  const actions: Omit<Cli, 'program'> = {
    run,
    at: (work, { changes, ...use }) =>
      run((env, options: Parameters<typeof changes>[0] & { readonly as?: string }, ...words) => {
        const asked = { ...use, changes: changes(options), as: options.as };
        return withStoreContext(env, (context) => work(context, options, ...words), asked);
      }),
    forever: (work) => async (options) => {
      exitCode = await work(env, options as never);
    },
  };
  try {
    await (await commandsFor(actions, argv)).parseAsync([...argv]);
    return exitCode;
  } catch (error) {
    return await report(error, argv.includes('--json'));
  }
}

const UNWRITTEN =
  'The command itself is done. What it changed is in "authly audit list": if the output had a secret, replace it.';

async function writeOut(text: string): Promise<void> {
  try {
    // All of it or an error. The stream would lose the rest of what a nearly full disk takes in part.
    if (fstatSync(1).isFile()) return writeFileSync(1, text);
    process.stdout.once('error', () => {});
    await promisify((done: (error?: Error | null) => void) => process.stdout.write(text, done))();
  } catch (error) {
    // A reader that needs no more, such as `head`, is no error.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EPIPE') throw Object.assign(error as Error, { path: 'the output', hint: UNWRITTEN });
  }
}

const withStoreContext: typeof WithStoreContext = async (...args) =>
  (await import('./store-context.ts')).withStoreContext(...args);

/** Commander gives the arguments, then the options, then the command. */
function typedOf(args: readonly unknown[]) {
  const options = args.at(-2) as { readonly json?: boolean };
  return { options, words: args.slice(0, -2) as string[], asJson: options.json === true };
}

/** Prints the error, with `--json` as JSON, and returns the exit code. */
async function report(error: unknown, asJson: boolean): Promise<number> {
  // Help or the version was shown. A group of commands without one of them shows its help as a mistake.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
  const { errorView } = await import('../operator/row/operator-errors.ts');
  const { code, message, hint } = errorView(error);
  if (asJson) process.stderr.write(`${printable(JSON.stringify({ error: { code, message, hint } }))}\n`);
  else warn(hint === null ? message : `${message}\n${hint}`);
  return EXIT_CODES[code] ?? 1;
}

const EXIT_USAGE = 2;
/** EX_CONFIG: a restart does not help, so the supervisor stops. */
const EXIT_CONFIG = 78;
const EXIT_CODES: Readonly<Record<string, number>> = {
  usage: EXIT_USAGE,
  invalid_settings: EXIT_CONFIG,
  schema_mismatch: EXIT_CONFIG,
};

const warn = (text: string): void =>
  void process.stderr.write(`${styleText('red', 'authly:', { stream: process.stderr })} ${printable(text)}\n`);
