import type { Argument, Command, Option } from 'commander';
import { allCommands } from '../../../apps/service/src/cli/commands.ts';
import { blocks, code, fence, table } from '../markdown.ts';

const nothing = (): (() => Promise<void>) => async () => {};

/** Every command of `authly`, with its arguments and options, as its own help lists them. */
export const commandSections = (): string =>
  blocks(...leaves(allCommands({ at: nothing, run: nothing, follow: nothing, forever: nothing })).map(section));

const leaves = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);

const nameOf = (command: Command): string =>
  command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;

function section(command: Command): string {
  const name = nameOf(command);
  const words = [
    ...command.registeredArguments.map((argument) => `<${argument.name()}>`),
    ...command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags),
  ];
  const rows = [
    ...command.registeredArguments.map(argumentRow),
    ...command.options.filter(({ long }) => long !== '--json').map(optionRow),
  ];
  return blocks(
    `## ${name}`,
    sentence(command.description()),
    words.length > 0 && fence([name, ...words].join(' '), 'sh'),
    rows.length > 0 && table(['Argument or option', 'Meaning'], rows),
  );
}

const argumentRow = (argument: Argument): string[] => [
  code(`<${argument.name()}>`),
  argument.argChoices === undefined ? sentence(argument.description || 'its id') : choices(argument.argChoices),
];

const optionRow = ({ flags, description, mandatory, argChoices, defaultValue }: Option): string[] => [
  code(flags),
  [
    sentence(description),
    argChoices === undefined ? '' : `${choices(argChoices)}.`,
    defaultValue === undefined ? '' : `Default ${code(String(defaultValue))}.`,
    mandatory ? 'Required.' : '',
  ]
    .filter((part) => part !== '')
    .join(' '),
];

const choices = (all: readonly string[]): string => all.map(code).join(', ');

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
