import { Argument } from 'commander';
import type { Cli } from '../cli-context.ts';
import { describeCommands } from '../completion/describe.ts';
import { SCRIPTS } from '../completion/scripts.ts';

export function completionCommand(cli: Cli): void {
  cli.program
    .command('completion')
    .addArgument(new Argument('<shell>').choices(Object.keys(SCRIPTS)))
    .description('print the completion script of a shell')
    .example('eval "$(authly completion bash)"')
    .example('authly completion fish > ~/.config/fish/completions/authly.fish')
    .action(
      cli.run(async (_env, _options: object, shell) => {
        const script = SCRIPTS[shell as keyof typeof SCRIPTS](describeCommands(cli.program));
        return { json: { shell, script }, text: script.trimEnd() };
      }),
    );
}
