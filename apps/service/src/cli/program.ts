import { Command } from 'commander';
import { VERSION } from '../config/version.ts';
import type { Cli } from './cli-context.ts';
import { printable } from './printable.ts';

/** `authly` with these commands, and what is to happen when one is given. */
export function programOf(commands: readonly ((cli: Cli) => void)[], actions: Omit<Cli, 'program'>): Command {
  const program = new Command('authly')
    .description(
      'Operate an Authly service: merchants, clients, keys, sessions.\nIt works on the store that AUTHLY_DATA_DIR (default .authly) or AUTHLY_DATABASE_URL names, also while the service runs.\nSettings are environment variables: docs/reference/settings.md has them all.',
    )
    .version(VERSION)
    .showHelpAfterError('(add --help for what it takes)')
    // What was typed is repeated in its messages.
    .configureOutput({ writeErr: (text) => void process.stderr.write(printable(text)) })
    .exitOverride();
  for (const add of commands) add({ program, ...actions });
  addJsonOption(program);
  return program;
}

/** `--json` on each command that answers, and the same manners in all of them. */
function addJsonOption(command: Command): void {
  for (const each of command.commands) {
    const answers = each.commands.length === 0 && each.name() !== 'serve';
    if (answers && !each.options.some(({ long }) => long === '--json')) each.option('--json', 'print one JSON value');
    each.exitOverride().showHelpAfterError('(add --help for what it takes)');
    addJsonOption(each);
  }
}
