import type { Command, Option } from 'commander';

/** One command as a shell completes it. */
export interface Completed {
  /** `merchant add`; empty for `authly` itself. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly CompletedOption[];
  /** Values of its first argument. */
  readonly argument: Values;
}

export interface CompletedOption {
  readonly flag: string;
  readonly description: string;
  /** Undefined: it takes no value. */
  readonly value: Values | undefined;
}

/** Known words, file names, or anything. */
export type Values = readonly string[] | 'file' | 'any';

/** `authly` and every command below it. */
export function describeCommands(command: Command, path: readonly string[] = []): Completed[] {
  const commands = command.commands.filter((each) => each.name() !== 'help');
  const [argument] = command.registeredArguments;
  return [
    {
      path: path.join(' '),
      commands: commands.map((each) => ({ name: each.name(), description: oneLine(each.description()) })),
      options: [
        ...command.options.map(describeOption),
        { flag: '--help', description: 'show this help', value: undefined },
      ],
      argument: argument === undefined ? [] : valuesOf(argument.name(), argument.argChoices),
    },
    ...commands.flatMap((each) => describeCommands(each, [...path, each.name()])),
  ];
}

const describeOption = ({
  long,
  flags,
  description,
  argChoices,
  required,
  optional,
}: Option): Completed['options'][number] => ({
  flag: long!,
  description: oneLine(description),
  value: required || optional ? valuesOf(flags, argChoices) : undefined,
});

const valuesOf = (name: string, choices: readonly string[] | undefined): Values =>
  choices ?? (/\bfile\b/.test(name) ? 'file' : 'any');

/** The first sentence, without characters that a shell or zsh's descriptions read as their own. */
const oneLine = (text: string): string => text.split(/[.;\n]/)[0]!.replaceAll(/["'`$\\:[\]]/g, '');
