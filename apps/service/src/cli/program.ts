import { Command } from 'commander';
import { VERSION } from '../config/version.ts';
import type { Cli } from './cli-context.ts';
import { printable } from './printable.ts';

/** `authly` with these commands. */
export function programOf(commands: readonly ((cli: Cli) => void)[], actions: Omit<Cli, 'program'>): Command {
  const program = new Command('authly')
    .description(
      'Operate an Authly service: merchants, clients, keys, sessions.\nCommands work on the store set by AUTHLY_DATA_DIR (default .authly) or AUTHLY_DATABASE_URL, even while the service is running.\nSettings are environment variables, listed in docs/reference/settings.md.',
    )
    .version(VERSION)
    .showHelpAfterError('(run the command with --help to see its options)')
    // Its messages repeat what was typed.
    .configureOutput({ writeErr: (text) => void process.stderr.write(printable(text)) })
    .exitOverride();
  for (const add of commands) add({ program, ...actions });
  addJsonOption(program);
  return program;
}

/** Adds `--json` to each command that prints a result. */
function addJsonOption(command: Command): void {
  for (const each of command.commands) {
    const printsResult = each.commands.length === 0 && each.name() !== 'serve';
    if (printsResult && !each.options.some(({ long }) => long === '--json')) each.option('--json', 'output JSON');
    each.exitOverride().showHelpAfterError('(run the command with --help to see its options)');
    addJsonOption(each);
  }
}
