import type { Cli } from './cli-context.ts';
import { auditCommands } from './commands/audit.ts';
import { backupCommands } from './commands/backup.ts';
import { clientCommands } from './commands/client.ts';
import { completionCommand } from './commands/completion.ts';
import { consoleCommands } from './commands/console.ts';
import { doctorCommand } from './commands/doctor.ts';
import { keyCommands } from './commands/keys.ts';
import { merchantCommands } from './commands/merchant.ts';
import { migrateCommand } from './commands/migrate.ts';
import { sandboxCommands } from './commands/sandbox.ts';
import { serveCommand } from './commands/serve.ts';
import { sessionCommands } from './commands/sessions.ts';
import { webhookCommands } from './commands/webhook.ts';
import type { OperatorCommand } from './operator-command.ts';
import { programOf } from './program.ts';

/** Every command, with what is to happen when it is given: to run them, or only to describe them. */
export const allCommands = (actions: Omit<Cli, 'program'>): OperatorCommand =>
  programOf(
    [
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
      completionCommand,
    ],
    actions,
  );
