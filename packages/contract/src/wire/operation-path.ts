import { OPERATIONS, type OperationName } from './generated/operation-table.ts';

const PARAMETER = /\{(\w+)\}/g;

export function operationPath(name: OperationName, parameters: Readonly<Record<string, string>> = {}): string {
  return OPERATIONS[name].path.replaceAll(PARAMETER, (_, parameter: string) => {
    const value = parameters[parameter];
    if (value === undefined || !isPathSegment(value)) throw new TypeError(`${name} needs a ${parameter}.`);
    return encodeURIComponent(value);
  });
}

/** Dots cannot be escaped: every URL parser resolves them. A lone surrogate cannot either. */
export const isPathSegment = (text: string): boolean => !/^\.{0,2}$|\p{Surrogate}/u.test(text);

/** The undecoded parameters, or undefined for a path of another operation. */
export function matchPath(name: OperationName, path: string): Readonly<Record<string, string>> | undefined {
  const match = new RegExp(`^${OPERATIONS[name].path.replaceAll(PARAMETER, '(?<$1>[^/]+)')}$`).exec(path);
  return match === null ? undefined : { ...match.groups };
}
