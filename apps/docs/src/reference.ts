import { ERRORS, ERROR_CODES, type ErrorCode, errorsOf } from '@authly/contract/errors';
import { FAILURE_CODES } from '@authly/contract/failure-codes';
import { LIMITS } from '@authly/contract/limits';
import { FORBIDDEN_METADATA_KEYS } from '@authly/contract/metadata-keys';
import { OPERATION_SCHEMAS } from '@authly/contract/operation-schemas';
import { OPERATIONS, type CallerProof, type OperationName } from '@authly/contract/operations';
import { SCOPES, SCOPE_ALLOWS } from '@authly/contract/scopes';
import { AccessTokenClaims } from '@authly/contract/token';
import { SETTINGS } from '../settings.ts';
import { TRANSITIONS } from '../session/transitions.ts';
import { bioErrorSection, bioLimitSection } from './bio-reference.ts';
import { exampleAnswer } from './call-example-html.ts';
import { code, fieldTable } from './fields.ts';
import { limitRows } from './limits-in-words.ts';
import type { Section } from './section.ts';
import { stateDiagram } from './state-diagram.ts';

const MIB = 1_048_576;

/** Whose calls they are: a merchant backend's, or those of our own pages. */
const OF_MERCHANTS: ReadonlySet<CallerProof> = new Set(['nothing', 'client credentials', 'access token']);
const isOfMerchants = (name: OperationName): boolean => OF_MERCHANTS.has(OPERATIONS[name].caller);

const SET_UP = `# in the sandbox: in production your operator gives you these
value() { node -p "require('./.authly/sandbox.json').$1"; }
export AUTHLY_BASE_URL=$(value base_url)
export AUTHLY_CLIENT_ID=$(value client_id) AUTHLY_CLIENT_SECRET=$(value client_secret)
# its certificate comes from a CA of its own: for curl, Node, and for Python, Go and PHP
export CURL_CA_BUNDLE=$(value ca_file) NODE_EXTRA_CA_CERTS=$(value ca_file) SSL_CERT_FILE=$(value ca_file)
# the calls below ask for a token: the first one gives it
export ACCESS_TOKEN=…`;

/** What a merchant's backend calls, made from the same tables that validate and answer. */
export function apiReference(operations: readonly OperationName[]): Section[] {
  const calls = operations.filter(isOfMerchants);
  return [
    endpointSection(calls),
    {
      id: 'examples',
      title: 'Running the examples',
      level: 2,
      text: [
        'Each example runs as it stands, in its language’s standard library alone, and is run by our tests. Secrets come from the environment; put your own `merchant_id` and `session_id` in.',
        'Java reads certificates from a store of its own: `keytool -importcert -noprompt -alias authly -file ca.pem -keystore authly.p12 -storepass changeit`, then `java -Djavax.net.ssl.trustStore=authly.p12 Call.java`.',
      ],
      code: SET_UP,
      language: 'sh',
    },
    ...calls.flatMap(operationSections),
    {
      id: 'scopes',
      title: 'Scopes',
      level: 2,
      table: { columns: ['Scope', 'Allows'], rows: SCOPES.map((scope) => [code(scope), SCOPE_ALLOWS[scope]]) },
    },
    { id: 'claims', title: 'Access token claims', level: 2, table: fieldTable(AccessTokenClaims) },
  ];
}

/** What the hosted page and the app call. */
export function pageApiReference(operations: readonly OperationName[]): Section[] {
  const calls = operations.filter((name) => !isOfMerchants(name));
  return [endpointSection(calls), ...calls.flatMap(operationSections)];
}

const endpointSection = (operations: readonly OperationName[]): Section => ({
  id: 'endpoints',
  title: 'Endpoints',
  level: 2,
  text: 'JSON unless stated. Every answer carries `X-Request-Id`; every error has the body `{"error": {"code", "message", "request_id"}}`.',
  table: {
    columns: ['Endpoint', 'Scope', 'What it does'],
    rows: operations.map((name) => [
      code(`${OPERATIONS[name].method} ${OPERATIONS[name].path}`),
      OPERATIONS[name].scope ? code(OPERATIONS[name].scope) : '–',
      OPERATION_SCHEMAS[name].summary,
    ]),
  },
});

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
    { id: name, title: `${method} ${path}`, level: 2, text: `${summary}. ${needs}${key}`, example: name },
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
    {
      id: `${name}-answer`,
      title: `Answer ${success}`,
      level: 3,
      table: fieldTable(answer),
      code: exampleAnswer(name),
      language: 'http',
    },
    { id: `${name}-errors`, title: 'Errors', level: 3, text: errorText(name) },
  ];
}

/** Its own, and then those that any call may have. */
function errorText(name: OperationName): string[] {
  const list = (codes: readonly ErrorCode[]): string =>
    codes
      .toSorted((a, b) => ERRORS[a].status - ERRORS[b].status)
      .map((each) => `${ERRORS[each].status} ${code(each)}`)
      .join(', ');
  const { own = [], any = [] } = Object.groupBy(errorsOf(name), (each) =>
    ERRORS[each].endpoints === 'all' ? 'any' : 'own',
  );
  return [...(own.length > 0 ? [`${list(own)}.`] : []), `As on every call: ${list(any)}.`];
}

/** The merchant's calls by their path; those of our own pages by whose they are. */
function whereOf(endpoints: 'all' | readonly OperationName[]): string {
  if (endpoints === 'all') return 'every call';
  const names = endpoints.map((name) =>
    isOfMerchants(name)
      ? code(OPERATIONS[name].path)
      : OPERATIONS[name].caller === 'hosted token'
        ? 'hosted page'
        : 'app',
  );
  return [...new Set(names)].join(', ');
}

export const errorReference = (): Section[] => [
  {
    id: 'errors',
    title: 'Error codes',
    level: 2,
    table: {
      columns: ['Code', 'Status', 'Where', 'Meaning'],
      rows: ERROR_CODES.map((each) => [
        code(each),
        String(ERRORS[each].status),
        whereOf(ERRORS[each].endpoints),
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
    title: 'The states of a session',
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
    title: 'Limits of the API',
    level: 2,
    table: { columns: ['Limit', 'Value'], rows: limitRows() },
  },
  { ...bioLimitSection, title: 'Limits of the Merchant Bio API' },
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
    title: 'Environment variables',
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
