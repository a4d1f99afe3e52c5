import type { Command, Option } from 'commander';

/** Known words, file names, or anything. */
export type Values = readonly string[] | 'file' | 'any';

export interface CompletedCommand {
  /** `merchant add`; empty for `authly` itself. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  /** Without a value for an option that takes none. */
  readonly options: readonly { readonly flag: string; readonly description: string; readonly value?: Values }[];
  /** Values of its first argument. */
  readonly argument: Values;
}

/** `authly` and every command below it. */
export function describeCommands(command: Command, path = ''): CompletedCommand[] {
  const commands = command.commands.filter((each) => each.name() !== 'help');
  const [argument] = command.registeredArguments;
  return [
    {
      path,
      commands: commands.map((each) => ({ name: each.name(), description: oneLine(each.description()) })),
      options: [...command.options.map(describeOption), { flag: '--help', description: 'show this help' }],
      argument: argument === undefined ? [] : valuesOf(argument.name(), argument.argChoices),
    },
    ...commands.flatMap((each) => describeCommands(each, `${path} ${each.name()}`.trimStart())),
  ];
}

const describeOption = ({ long, flags, description, argChoices, required, optional }: Option) => ({
  flag: long!,
  description: oneLine(description),
  ...((required || optional) && { value: valuesOf(flags, argChoices) }),
});

const valuesOf = (name: string, choices: readonly string[] | undefined): Values =>
  choices ?? (/\bfile\b/.test(name) ? 'file' : 'any');

/** The first sentence, without characters that a shell or zsh's descriptions read as their own. */
const oneLine = (text: string): string => text.split(/[.;\n]/)[0]!.replaceAll(/["'`$\\:[\]]/g, '');
