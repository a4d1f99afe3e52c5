import { fstatSync, writeFileSync } from 'node:fs';
import { styleText } from 'node:util';
import { CommanderError } from 'commander';
import type { Cli } from './cli-context.ts';
import { commandsFor } from './commands.ts';
import { withColoredMarks, type Output } from '../operator/actions/output.ts';
import { printable } from '../operator/actions/printable.ts';
import type { Env } from '../config/setting-reader.ts';
import type { withStoreContext as WithStoreContext } from './store-context.ts';

export async function runCli(
  argv: readonly string[],
  env: Env,
  write: (text: string) => unknown = writeOut,
): Promise<number> {
  let exitCode = 0;
  let help = '';
  const show = async ({ json, text, failed, changed = [] }: Output, asJson: boolean): Promise<void> => {
    if (failed) exitCode = 1;
    try {
      await write(`${asJson ? printable(JSON.stringify(json, null, 2)) : withColoredMarks(printable(text))}\n`);
    } catch (error) {
      const hint = `It was done: ${changed.join(', ')}. If the output had a secret, replace it.`;
      throw Object.assign(error as Error, changed.length > 0 && { hint });
    }
  };
  const run: Cli['run'] =
    (work) =>
    async (...args) => {
      const { options, words, asJson } = typedOf(args);
      await show(await work(env, options as never, ...words), asJson);
    };
  const actions: Omit<Cli, 'program'> = {
    run,
    at: (work, mayCreate) =>
      run((env, ...typed: [never]) => withStoreContext(env, (context) => work(context, ...typed), mayCreate)),
    forever: (work) => async (options) => {
      exitCode = await work(env, options as never);
    },
  };
  try {
    const program = await commandsFor(actions, argv, (text) => (help += text));
    await program.parseAsync([...argv]).catch(async (error: unknown) => {
      // Help or the version.
      if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
      await write(help);
    });
    return exitCode;
  } catch (error) {
    return await report(error, argv.includes('--json'));
  }
}

async function writeOut(text: string): Promise<void> {
  try {
    // All of it or an error. The stream would lose the rest of what a nearly full disk takes in part.
    if (fstatSync(1).isFile()) writeFileSync(1, text);
    else await written(text);
  } catch (error) {
    // A reader that needs no more, such as `head`, is no error.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw Object.assign(error as Error, { path: 'the output' });
  }
}

const written = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.once('error', reject).write(text, (error) => (error ? reject(error) : resolve()));
  });

const withStoreContext: typeof WithStoreContext = async (...args) =>
  (await import('./store-context.ts')).withStoreContext(...args);

/** Commander gives the arguments, then the options, then the command. */
function typedOf(args: readonly unknown[]) {
  const options = args.at(-2) as { readonly json?: boolean };
  return { options, words: args.slice(0, -2) as string[], asJson: options.json === true };
}

/** Prints the error, with `--json` as JSON, and returns the exit code. */
async function report(error: unknown, asJson: boolean): Promise<number> {
  // A group of commands without one of them has shown its help.
  if (error instanceof CommanderError) return EXIT_USAGE;
  const { errorView } = await import('../operator/operator-errors.ts');
  const { code, message, hint } = errorView(error);
  if (asJson) process.stderr.write(`${printable(JSON.stringify({ error: { code, message, hint } }))}\n`);
  else warn(hint === null ? message : `${message}\n${hint}`);
  return code === 'usage' ? EXIT_USAGE : 1;
}

const EXIT_USAGE = 2;

const warn = (text: string): void =>
  void process.stderr.write(`${styleText('red', 'authly:', { stream: process.stderr })} ${printable(text)}\n`);
