import type { Argument, Option } from 'commander';
import type { Action } from '../../../apps/service/src/operator/row/action.ts';
import { ACTIONS } from '../../../apps/service/src/operator/actions/index.ts';
import { commandsFor } from '../../../apps/service/src/cli/commands.ts';
import { leavesOf, nameOf, type OperatorCommand } from '../../../apps/service/src/cli/operator-command.ts';
import { ERROR_CODES } from '../../../apps/service/src/operator/row/operator-errors.ts';
import { blocks, code, fence, table } from '../markdown.ts';

const nothing = (): (() => Promise<void>) => async () => {};

const program = await commandsFor({ at: nothing, run: nothing, forever: nothing });

export const commandSections = (): string => blocks(...leavesOf(program).map(section));

export const errorCodes = (): string =>
  table(
    ['`code`', 'Meaning'],
    Object.entries(ERROR_CODES).map(([name, meaning]) => [code(name), meaning]),
  );

function section(command: OperatorCommand): string {
  const name = nameOf(command);
  const required = command.options.filter(({ mandatory }) => mandatory);
  const words = [
    ...command.registeredArguments.map((argument) => `<${argument.name()}>`),
    ...required.map(({ flags }) => flags),
  ];
  const { audit } = (ACTIONS as readonly Action[]).find((row) => name === `authly ${row.name}`) ?? {};
  const optional = command.options.filter(({ long, mandatory }) => !mandatory && long !== '--json' && long !== '--as');
  const rows = [...command.registeredArguments.map(argumentRow), ...[...required, ...optional].map(optionRow)];
  return blocks(
    `## ${name}`,
    sentence(command.description()),
    words.length > 0 && fence([name, ...words].join(' '), 'sh'),
    rows.length > 0 && table(['Argument or option', 'Meaning'], rows),
    audit !== undefined && `Audit entry: ${code(audit)}.`,
    `${command.examples.length === 1 ? 'Example' : 'Examples'}:`,
    fence(command.examples.join('\n'), 'sh'),
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
