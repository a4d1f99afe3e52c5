import { FAILURE_CODES } from '../../packages/contract/src/wire/failure-codes.ts';
import {
  BIO_OPERATION_DETAILS,
  ERROR_DETAILS,
  OPERATION_DETAILS,
} from '../../packages/contract/src/catalogue/operations.ts';
import type { Operation } from '../../packages/contract/src/operations/operation.ts';

/** The contract without schemas and texts, for pages and SDKs. */
export const contractTables = (): [path: string, text: string][] => [
  ['packages/contract/src/wire/generated/operation-table.ts', operationTable()],
  ['packages/contract/src/wire/generated/errors.ts', errorTable()],
  ['packages/contract/src/wire/generated/failure-groups.ts', failureGroups()],
];

const GENERATED = '// Generated from packages/contract/src/operations/ by `npm run generate`.\n';

const operationTable =
  (): string => `${GENERATED}import { isMerchantProof, type OperationRow } from '../operation-row.ts';

export { FORM_BODY, JSON_BODY, type CallerProof } from '../operation-row.ts';

${constant('service', OPERATION_DETAILS, rowOf, 'as const satisfies Record<string, OperationRow>')}

export type OperationName = keyof typeof service;
/** The calls of the service. */
export const OPERATIONS: Readonly<Record<OperationName, OperationRow>> = service;
export const OPERATION_NAMES = /* @__PURE__ */ Object.keys(service) as OperationName[];

/** A merchant's backend makes these calls; the hosted page and the app make the others. */
export const isMerchantCall = (name: OperationName): boolean => isMerchantProof(OPERATIONS[name].caller);

/** Method and path alone, to keep the hosted page small. */
${constant('HOSTED_CALLS', hosted(), ({ method, path }) => ({ method, path }), 'as const', 'export ')}
export type HostedCall = keyof typeof HOSTED_CALLS;

${constant('bio', BIO_OPERATION_DETAILS, rowOf, 'as const satisfies Record<string, OperationRow>')}

export type BioOperationName = keyof typeof bio;
/** The calls of a merchant's Bio API, below its \`{merchant_bio_base_url}\`. */
export const BIO_OPERATIONS: Readonly<Record<BioOperationName, OperationRow>> = bio;
export const BIO_OPERATION_NAMES = /* @__PURE__ */ Object.keys(bio) as BioOperationName[];
`;

const errorTable = (): string => `${GENERATED}
/** Every error code of the service with its status and public message. */
${constant('ERRORS', ERROR_DETAILS, ({ status, message }) => ({ status, message }), 'as const', 'export ')}

export type ErrorCode = keyof typeof ERRORS;
export const ERROR_CODES = /* @__PURE__ */ Object.keys(ERRORS) as ErrorCode[];
`;

const failureGroups =
  (): string => `// Generated from packages/contract/src/wire/failure-codes.ts by \`npm run generate\`.
import type { FailureCode, FailureGroup } from '../failure-codes.ts';

const groups: Readonly<Record<FailureCode, FailureGroup>> = {
${Object.entries(FAILURE_CODES)
  .map(([code, { group }]) => `  ${code}: '${group}',`)
  .join('\n')}
};

/** What a person can do next. A newer service may return codes that this version does not know: try again. */
export const failureGroupOf = (code = ''): FailureGroup =>
  Object.hasOwn(groups, code) ? groups[code as FailureCode] : 'try_again';
`;

function rowOf({ method, path, caller, scope, body, maxBodyBytes, idempotent, mayWait, success }: Operation): object {
  return { method, path, caller, scope, body, maxBodyBytes, idempotent, mayWait, success };
}

const hosted = (): Record<string, Operation> =>
  Object.fromEntries(Object.entries(OPERATION_DETAILS).filter(([, { caller }]) => caller === 'hosted token'));

function constant<Entry>(
  name: string,
  entries: Readonly<Record<string, Entry>>,
  columns: (entry: Entry) => object,
  end: string,
  begin = '',
): string {
  const rows = Object.entries(entries).map(([key, entry]) => `  ${key}: ${row(columns(entry))},`);
  return `// biome-ignore format: one row a line\n${begin}const ${name} = {\n${rows.join('\n')}\n} ${end};`;
}

const row = (columns: object): string =>
  `{ ${Object.entries(columns)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? quoted(value) : String(value)}`)
    .join(', ')} }`;

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
