import { Type, type TSchema } from 'typebox';
import { LIMITS } from '@authly/contract/wire/limits';
import { instant } from '../../cli/terminal/duration.ts';

/**
 * Annotations of a parameter's schema, in addition to its bounds. `argument`: a word after the command. `flag`: an option. Neither: only the console has
 * it. `file`: a terminal names a file. A terminal writes "none" for null.
 */
export interface ParamNotes {
  readonly argument?: true;
  readonly flag?: string;
  readonly description?: string;
  readonly file?: true;
  readonly default?: unknown;
}

/** No id has control characters or spaces. */
const ID = { maxLength: LIMITS.idChars, pattern: '^[\\x21-\\x7e]+$' };
const MAX_TEXT_CHARS = 256;

export const idArgument = () => Type.String({ ...ID, argument: true });

export const idOption = (flag: string, description: string) => Type.String({ ...ID, flag, description });

export const id = () => Type.String(ID);

export const textOption = (flag: string, description: string) =>
  Type.String({ maxLength: MAX_TEXT_CHARS, flag, description });

export const searchText = () => Type.String({ maxLength: MAX_TEXT_CHARS });

export const choice = <Value extends string>(values: readonly Value[], notes: ParamNotes = {}) =>
  Type.Enum<Value[]>([...values], { ...notes });

export const limitOption = (of: string) =>
  Type.Integer({ minimum: 1, maximum: 1000, default: 20, flag: '--limit <n>', description: `maximum number of ${of}` });

/** The content of a file, and its name for messages. */
export const FILE = Type.Object(
  { name: Type.String({ maxLength: 255 }), base64: Type.String() },
  { additionalProperties: false, file: true },
);
export interface GivenFile {
  readonly name: string;
  readonly base64: string;
}

export const fileOption = (flag: string, description: string) =>
  Type.Object(FILE.properties, { additionalProperties: false, flag, description, file: true });

export const removableFile = (flag: string, description: string) =>
  Type.Union([FILE, Type.Null()], { flag, description, file: true });

export const bytesOf = ({ base64 }: GivenFile): Buffer => Buffer.from(base64, 'base64');
export const contentOf = (file: GivenFile): string => bytesOf(file).toString('utf8');

export const paramsSchema = (params: Readonly<Record<string, TSchema>>) =>
  Type.Object({ ...params }, { additionalProperties: false });

export const defaultsOf = (params: Readonly<Record<string, ParamNotes>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(params)
      .filter(([, schema]) => schema.default !== undefined)
      .map(([name, schema]) => [name, schema.default]),
  );

/** ISO 8601. */
export const period = { from: Type.Optional(searchText()), to: Type.Optional(searchText()) };

export const timesIn = ({ from, to }: { readonly from?: string; readonly to?: string }) => ({
  from: from === undefined ? undefined : instant(from, 'from'),
  to: to === undefined ? undefined : instant(to, 'to'),
});
