import { Command } from 'commander';
import { VERSION } from '../version.ts';
import type { Cli } from './cli-context.ts';
import { auditCommands } from './commands/audit.ts';
import { backupCommands } from './commands/backup.ts';
import { clientCommands } from './commands/client.ts';
import { consoleCommands } from './commands/console.ts';
import { doctorCommand } from './commands/doctor.ts';
import { keyCommands } from './commands/keys.ts';
import { merchantCommands } from './commands/merchant.ts';
import { migrateCommand } from './commands/migrate.ts';
import { sandboxCommands } from './commands/sandbox.ts';
import { serveCommand } from './commands/serve.ts';
import { sessionCommands } from './commands/sessions.ts';
import { webhookCommands } from './commands/webhook.ts';
import { printable } from './printable.ts';

/** Every command, with what is to happen when it is given: to run them, or only to describe them. */
export function allCommands(actions: Omit<Cli, 'program'>): Command {
  const program = new Command('authly')
    .description(
      'Operate an Authly service: merchants, clients, keys, sessions.\nIt works on the store that AUTHLY_DATA_DIR (default .authly) or AUTHLY_DATABASE_URL names, also while the service runs.\nSettings are environment variables: docs/reference/settings.md has them all.',
    )
    .version(VERSION)
    .showHelpAfterError('(add --help for what it takes)')
    // What was typed is repeated in its messages.
    .configureOutput({ writeErr: (text) => void process.stderr.write(printable(text)) })
    .exitOverride();
  for (const add of [
    serveCommand,
    migrateCommand,
    merchantCommands,
    clientCommands,
    webhookCommands,
    keyCommands,
    sessionCommands,
    auditCommands,
    consoleCommands,
    backupCommands,
    sandboxCommands,
    doctorCommand,
  ])
    add({ program, ...actions });
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
