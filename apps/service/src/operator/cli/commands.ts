import { actionCommands } from './action-commands.ts';
import type { Cli } from './cli-context.ts';
import { backupCommands } from './commands/backup.ts';
import { completionCommand } from './commands/completion.ts';
import { doctorCommand } from './commands/doctor.ts';
import { migrateCommand } from './commands/migrate.ts';
import { serveCommand } from './commands/serve.ts';
import { watchCommand } from './commands/sessions-watch.ts';
import type { OperatorCommand } from './operator-command.ts';
import { programOf } from './program.ts';

/** Every command, with what is to happen when it is given: to run them, or only to describe them. */
export const allCommands = (actions: Omit<Cli, 'program'>): OperatorCommand =>
  programOf(
    [serveCommand, migrateCommand, actionCommands, watchCommand, backupCommands, doctorCommand, completionCommand],
    actions,
  );
