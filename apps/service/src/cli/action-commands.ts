import { readFileSync } from 'node:fs';
import { Argument, InvalidArgumentError, Option } from 'commander';
import { perform, type Action } from '../operator/row/action.ts';
import { outputOf, type Output } from './terminal/output.ts';
import { paramsSchema, type GivenFile, type ParamNotes } from '../operator/row/params.ts';
import type { Cli } from './cli-context.ts';
import type { OperatorCommand } from './operator-command.ts';
import type { StoreContext } from './store-context.ts';

interface Param extends ParamNotes {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly { readonly type?: string }[];
}

const paramsOf = ({ params }: Action): [name: string, param: Param][] => Object.entries<Param>(params);

export function addAction(cli: Cli, group: OperatorCommand, row: Action): void {
  const [, name] = row.name.split(' ') as [string, string];
  const command = group.command(name).description(row.text);
  for (const example of examplesOf(row)) command.example(example);
  const required = new Set(paramsSchema(row.params).required as readonly string[]);
  // The help shows required options first.
  const params = paramsOf(row).toSorted(([a], [b]) => Number(required.has(b)) - Number(required.has(a)));
  for (const [name, param] of params) {
    if (param.argument) command.addArgument(argumentOf(name, param, required.has(name)));
    if (param.flag !== undefined) command.addOption(optionOf(param, required.has(name)));
  }
  command.action(
    cli.at((context, options: Readonly<Record<string, unknown>>, ...words) => run(row, context, options, words), {
      adds: name === 'add',
      changes: (options) =>
        row.audit !== undefined && (row.changesWith === undefined || options[row.changesWith] !== undefined),
    }),
  );
}

const EXAMPLE_IDS: Readonly<Record<string, string>> = {
  merchant_id: 'mch_123',
  client_id: 'cli_123',
  session_id: 'ses_123',
  sign_in_id: 'con_123',
};

function examplesOf(row: Action): readonly string[] {
  const words = paramsOf(row).flatMap(([name, { argument }]) => (argument ? [EXAMPLE_IDS[name]!] : []));
  return row.examples ?? [['authly', row.name, ...words].join(' ')];
}

function argumentOf(name: string, { description, enum: choices }: Param, isRequired: boolean): Argument {
  const argument = new Argument(isRequired ? `<${name}>` : `[${name}]`, description);
  return choices === undefined ? argument : argument.choices(choices);
}

function optionOf(param: Param, isRequired: boolean): Option {
  const { flag, description, type, minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = param;
  const option = new Option(flag!, description);
  if (param.default !== undefined) option.default(param.default);
  else option.makeOptionMandatory(isRequired);
  if (type === 'integer') return option.argParser(wholeNumber(minimum, maximum));
  // `--store` alone is true.
  if (type === 'boolean' && flag!.includes('<')) return option.choices(['true', 'false']).argParser(trueOrFalse);
  return param.enum === undefined ? option : option.choices(param.enum);
}

const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < min || number > max)
      throw new InvalidArgumentError(`must be a whole number from ${min} to ${max}`);
    return number;
  };

function trueOrFalse(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('must be true or false');
  return text === 'true';
}

async function run(
  row: Action,
  context: StoreContext,
  options: Readonly<Record<string, unknown>>,
  words: readonly string[],
): Promise<Output> {
  const left = [...words];
  const given = paramsOf(row).map(([name, param]) => {
    const typed = param.argument ? left.shift() : param.flag && options[new Option(param.flag).attributeName()];
    return [name, valueOf(param, typed)];
  });
  const params = Object.fromEntries(given.filter(([, value]) => value !== undefined)) as object;
  const result = await perform(row, context, params);
  return outputOf(result, row.print?.(result, context), row.none);
}

function valueOf({ file, anyOf }: Param, typed: unknown): unknown {
  if (typed === 'none' && anyOf?.some((each) => each.type === 'null')) return null;
  return file && typeof typed === 'string' ? readGivenFile(typed) : typed;
}

const readGivenFile = (name: string): GivenFile => ({ name, base64: readFileSync(name).toString('base64') });
