import { parseArgs } from 'node:util';
import { STORES, type StoreKind } from './api/stage.ts';
import { BadOption, numberOption } from '../tools/number-option.ts';

type Bounds = readonly [unlessTold: number, least: number, most: number];

interface LoadOptions<Call extends string, Name extends string> {
  readonly stores: readonly StoreKind[];
  readonly calls: readonly Call[];
  readonly numbers: Readonly<Record<Name, number>>;
  readonly json: boolean;
}

/** What a bench that loads a service on one store or on both can be told. Undefined: help was asked for, and is given. */
export function loadOptions<Name extends string, Call extends string = never>(
  args: string[],
  { help, calls = [], numbers }: { help: string; calls?: readonly Call[]; numbers: Readonly<Record<Name, Bounds>> },
): LoadOptions<Call, Name> | undefined {
  const bounds = Object.entries<Bounds>(numbers);
  const text = { type: 'string' } as const;
  const told: Readonly<Record<string, string | boolean | undefined>> = parseArgs({
    args,
    options: {
      ...Object.fromEntries([...bounds.map(([name]) => name), 'store'].map((name) => [name, text])),
      ...(calls.length > 0 && { call: text }),
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  }).values;
  if (told['help'] === true) {
    console.error(help);
    return undefined;
  }
  const { store: onStore = 'both', call: onCall, json = false } = told;
  const stores = STORES.filter((store) => onStore === 'both' || onStore === store);
  const asked = calls.filter((call) => onCall === undefined || onCall === call);
  if (stores.length === 0 || asked.length < Math.min(1, calls.length))
    throw new BadOption(`no such store or call\n\n${help}`);
  const within = bounds.map(([name, [unlessTold, least, most]]) => [
    name,
    numberOption(name, String(told[name] ?? unlessTold), least, most),
  ]);
  return { stores, calls: asked, numbers: Object.fromEntries(within) as Record<Name, number>, json: json === true };
}
