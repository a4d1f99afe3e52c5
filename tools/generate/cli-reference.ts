import type { Argument, Command, Option } from 'commander';
import type { Section } from '../../apps/service/src/docs/section.ts';
import { allCommands } from '../../apps/service/src/operator/commands.ts';

const nothing = (): (() => Promise<void>) => async () => {};

/** Every command of `authly`, with its arguments and options, as its own help says them. */
export function cliReference(): Section[] {
  const program = allCommands({ at: nothing, run: nothing, follow: nothing, forever: nothing });
  return [
    {
      id: 'cli',
      title: 'authly',
      level: 2,
      text: [
        'The operator’s tool. It works on the store that `AUTHLY_DATA_DIR` (default `.authly`) or `AUTHLY_DATABASE_URL` names, also while the service runs; commands that seal or open keys need the master key too.',
        '`npx authly <command> --help` says the same as this page. Every command but `serve` takes `--json`, which prints one JSON value. It ends with 0; with 1 where something was refused or does not hold; with 2 for what it does not know.',
      ],
    },
    ...leaves(program).map(section),
  ];
}

const leaves = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);

const nameOf = (command: Command): string =>
  command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;

function section(command: Command): Section {
  const name = nameOf(command);
  const words = [
    ...command.registeredArguments.map((argument) => `<${argument.name()}>`),
    ...command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags),
  ];
  const rows = [...command.registeredArguments.map(argumentRow), ...optionsOf(command).map(optionRow)];
  return {
    id: name.replaceAll(' ', '-'),
    title: name,
    level: 3,
    text: sentence(command.description()),
    ...(words.length > 0 && { code: [name, ...words].join(' '), language: 'sh' as const }),
    ...(rows.length > 0 && { table: { columns: ['Argument or option', 'Meaning'], rows } }),
  };
}

const optionsOf = (command: Command): readonly Option[] => command.options.filter(({ long }) => long !== '--json');

const argumentRow = (argument: Argument): string[] => [
  `\`<${argument.name()}>\``,
  argument.argChoices === undefined ? sentence(argument.description || 'its id') : choices(argument.argChoices),
];

const optionRow = ({ flags, description, mandatory, argChoices, defaultValue }: Option): string[] => [
  `\`${flags}\``,
  [
    sentence(description),
    argChoices === undefined ? '' : `${choices(argChoices)}.`,
    defaultValue === undefined ? '' : `Default \`${String(defaultValue)}\`.`,
    mandatory ? 'Required.' : '',
  ]
    .filter((part) => part !== '')
    .join(' '),
];

const choices = (all: readonly string[]): string => all.map((choice) => `\`${choice}\``).join(', ');

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
