import { ERRORS, ERROR_CODES, errorsOf } from '@authly/contract/errors';
import { FAILURE_CODES } from '@authly/contract/failure-codes';
import { BIO_LIMITS, LIMITS } from '@authly/contract/limits';
import { FORBIDDEN_METADATA_KEYS } from '@authly/contract/metadata-keys';
import { OPERATION_SCHEMAS } from '@authly/contract/operation-schemas';
import { OPERATIONS, type CallerProof, type OperationName } from '@authly/contract/operations';
import { SCOPES, SCOPE_ALLOWS } from '@authly/contract/scopes';
import { AccessTokenClaims } from '@authly/contract/token';
import { SETTINGS } from '../settings.ts';
import { TRANSITIONS } from '../session/transitions.ts';
import { bioErrorSection } from './bio-reference.ts';
import { code, fieldTable } from './fields.ts';
import type { Section } from './section.ts';
import { stateDiagram } from './state-diagram.ts';

const MIB = 1_048_576;

/** The API reference, made from the same tables that validate and answer. */
export function apiReference(operations: readonly OperationName[]): Section[] {
  return [
    {
      id: 'endpoints',
      title: 'Endpoints',
      level: 2,
      text: 'JSON unless stated. Every answer carries `X-Request-Id`; every error has the body `{error: {code, message, request_id}}`.',
      table: {
        columns: ['Endpoint', 'Scope', 'What it does'],
        rows: operations.map((name) => [
          code(`${OPERATIONS[name].method} ${OPERATIONS[name].path}`),
          OPERATIONS[name].scope ? code(OPERATIONS[name].scope) : '–',
          OPERATION_SCHEMAS[name].summary,
        ]),
      },
    },
    {
      id: 'scopes',
      title: 'Scopes',
      level: 2,
      table: { columns: ['Scope', 'Allows'], rows: SCOPES.map((scope) => [code(scope), SCOPE_ALLOWS[scope]]) },
    },
    { id: 'claims', title: 'Access token claims', level: 2, table: fieldTable(AccessTokenClaims) },
    ...operations.flatMap(operationSections),
  ];
}

const NEEDS: Readonly<Record<CallerProof, string>> = {
  nothing: 'No token',
  'client credentials': 'Client credentials, as form fields or by `Authorization: Basic`',
  'access token': 'Bearer access token',
  'hosted token': 'Bearer hosted token',
  'link token': 'The link token, in the body',
  'app token': 'Bearer app token',
  'service signature': 'Signed by the service',
};

function operationSections(name: OperationName): Section[] {
  const { method, path, caller, scope, body: bodyType, maxBodyBytes, success, idempotent } = OPERATIONS[name];
  const { summary, query, body, answer } = OPERATION_SCHEMAS[name];
  const needs = `${NEEDS[caller]}${scope ? ` with the scope ${code(scope)}` : ''}.`;
  const size = maxBodyBytes < MIB ? `${maxBodyBytes / 1024} KiB` : `${maxBodyBytes / MIB} MiB`;
  const key = idempotent
    ? ` Takes an ${code('Idempotency-Key')}: same key and same body within ${LIMITS.idempotencyRetentionMs / 3_600_000} hours give the same answer.`
    : '';
  return [
    { id: name, title: `${method} ${path}`, level: 2, text: `${summary}. ${needs}${key}` },
    ...(query ? [{ id: `${name}-query`, title: 'Query', level: 3, table: fieldTable(query) } as const] : []),
    ...(body
      ? [
          {
            id: `${name}-body`,
            title: `Body (${bodyType}, at most ${size})`,
            level: 3,
            table: fieldTable(body),
          } as const,
        ]
      : []),
    { id: `${name}-answer`, title: `Answer ${success}`, level: 3, table: fieldTable(answer) },
    {
      id: `${name}-errors`,
      title: 'Errors',
      level: 3,
      text: errorsOf(name)
        .map((each) => `${ERRORS[each].status} ${code(each)}`)
        .join(', '),
    },
  ];
}

export const errorReference = (): Section[] => [
  {
    id: 'errors',
    title: 'Error codes',
    level: 2,
    table: {
      columns: ['Status', 'Code', 'Where', 'Meaning'],
      rows: ERROR_CODES.map((each) => [
        String(ERRORS[each].status),
        code(each),
        ERRORS[each].endpoints === 'all' ? 'all' : ERRORS[each].endpoints.join(', '),
        ERRORS[each].message,
      ]),
    },
  },
  bioErrorSection,
  {
    id: 'failure-codes',
    title: 'Failure codes',
    level: 2,
    text: '`failure_code` of a `failed` or `expired` session. The list may grow: treat an unknown code as a failure.',
    table: {
      columns: ['Code', 'Meaning'],
      rows: Object.entries(FAILURE_CODES).map(([each, meaning]) => [code(each), meaning]),
    },
  },
];

export const stateReference = (): Section[] => [
  {
    id: 'states',
    title: 'States',
    level: 2,
    text: 'Drawn from the transition table. Retrying is always a new session.',
    svg: stateDiagram(),
  },
  {
    id: 'transitions',
    title: 'The transition table',
    level: 2,
    text: 'Every event in every state. Nothing else changes a status.',
    table: {
      columns: ['Event', 'From', 'To', 'When'],
      rows: TRANSITIONS.map(({ event, from, to, refusal, when }) => [
        code(event),
        from.map(code).join(', '),
        refusal ? `409 ${code(refusal)}` : to === 'stay' ? 'no move, no error' : code(to!),
        when,
      ]),
    },
  },
];

export const limitReference = (): Section[] => [
  {
    id: 'limits',
    title: 'Limits',
    level: 2,
    text: 'Names ending in `Ms` are milliseconds, in `S` seconds.',
    table: {
      columns: ['Limit', 'Value'],
      rows: Object.entries(LIMITS).map(([name, value]) => [code(name), value.toLocaleString('en')]),
    },
  },
  {
    id: 'bio-limits',
    title: 'Limits of the Merchant Bio API',
    level: 2,
    table: {
      columns: ['Limit', 'Value'],
      rows: Object.entries(BIO_LIMITS).map(([name, value]) => [code(name), value.toLocaleString('en')]),
    },
  },
  {
    id: 'metadata',
    title: 'Metadata keys that are refused',
    level: 2,
    text: 'Compared after case folding and removing separators; whole names, top level only.',
    table: {
      columns: ['Means', 'Names'],
      rows: Object.entries(FORBIDDEN_METADATA_KEYS).map(([means, names]) => [means, names.map(code).join(', ')]),
    },
  },
];

export const settingReference = (): Section[] => [
  {
    id: 'settings',
    title: 'Settings',
    level: 2,
    table: {
      columns: ['Variable', 'Default', 'Meaning'],
      rows: Object.entries(SETTINGS).map(([name, { default: value, means }]) => [
        code(name),
        value === undefined ? '–' : code(value),
        means,
      ]),
    },
  },
];
