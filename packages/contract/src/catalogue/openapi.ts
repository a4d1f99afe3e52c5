import { PARAM_HEADER, WARNING_HEADER } from '../wire/answer-headers.ts';
import type { TSchema } from 'typebox';
import { ErrorBody } from '../schemas/error-body.ts';
import { LIMITS } from '../wire/limits.ts';
import {
  type Components,
  componentSchemas,
  CONTACT,
  forGenerators,
  type Json,
  LICENSE,
  parameter,
  refer,
  TEXT,
} from './openapi-components.ts';
import { openApiWebhooks } from './openapi-webhooks.ts';
import { JSON_BODY, type CallerProof } from '../wire/operation-row.ts';
import { ERROR_DETAILS, errorsOf, OPERATION_DETAILS } from './operations.ts';
import type { Operation } from '../operations/operation.ts';
import type { OperationName } from '../wire/generated/operation-table.ts';
import { SCOPES, SCOPE_ALLOWS } from '../wire/scopes.ts';

export function openApi({ serverUrl, version }: { serverUrl: string; version: string }): Json {
  const components: Components = new Map();
  const paths: Record<string, Json> = {};
  for (const [name, operation] of Object.entries(OPERATION_DETAILS) as [OperationName, Operation][]) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(name, operation, components),
    };
  }
  // It adds components, so it runs before they are listed.
  const webhooks = openApiWebhooks(components);
  return forGenerators({
    openapi: '3.1.0',
    info: {
      title: 'Authly',
      version,
      description: 'Fingerprint enrollment and verification for merchants.',
      license: LICENSE,
      contact: CONTACT,
    },
    servers: [{ url: serverUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: {
      securitySchemes: securitySchemes(),
      schemas: componentSchemas(components),
    },
  });
}

const TAGS = {
  merchant: 'Calls of a merchant’s backend, and the webhooks that it gets.',
  'hosted page': 'Calls of the page behind popup_url.',
  app: 'Calls of a biometric app.',
} as const;

const CALLERS: Readonly<Record<Exclude<CallerProof, 'service signature'>, [tag: keyof typeof TAGS, who: string]>> = {
  nothing: ['merchant', 'Anybody may call it.'],
  'client credentials': ['merchant', 'For a merchant’s backend, with its client id and secret.'],
  'access token': ['merchant', 'For a merchant’s backend, with an access token.'],
  'hosted token': ['hosted page', 'With the token in the fragment of popup_url.'],
  'link token': ['app', 'With the link token of the QR code or the button, in the body.'],
  'app token': ['app', 'With the app token of the claim.'],
};

const SECURITY_SCHEMES: Partial<Record<CallerProof, string>> = {
  'client credentials': 'client_basic',
  'access token': 'access_token',
  'hosted token': 'hosted_token',
  'app token': 'app_token',
};

/** The body may carry it instead: an empty requirement makes the other one optional. */
const IN_THE_BODY_TOO: ReadonlySet<CallerProof> = new Set(['client credentials']);

function describeOperation(name: OperationName, operation: Operation, components: Components): Json {
  const { caller, scope, body, summary, request, example } = operation;
  const scheme = SECURITY_SCHEMES[caller];
  const [tag, who] = CALLERS[caller as keyof typeof CALLERS];
  return {
    operationId: name,
    summary,
    description: scope ? `${who} Scope: \`${scope}\`.` : who,
    tags: [tag],
    security:
      scheme === undefined ? [] : [{ [scheme]: scope ? [scope] : [] }, ...(IN_THE_BODY_TOO.has(caller) ? [{}] : [])],
    parameters: parameters(operation),
    ...(body &&
      request && {
        requestBody: {
          required: true,
          content: { [body]: { schema: refer(request, components), example: example.body } },
        },
      }),
    responses: responses(name, operation, components),
  };
}

function parameters({ path, query, idempotent }: Operation): Json[] {
  const fromPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => parameter('path', name!, TEXT));
  const { properties = {}, required = [] }: { properties?: Record<string, TSchema>; required?: string[] } = query ?? {};
  const fromQuery = Object.entries(properties).map(([name, schema]) =>
    parameter('query', name, schema, { required: required.includes(name) }),
  );
  const idempotency = idempotent
    ? [
        parameter(
          'header',
          'Idempotency-Key',
          { ...TEXT, minLength: 1, maxLength: LIMITS.idempotencyKeyChars },
          {
            required: false,
            description: `Same key and same body within ${LIMITS.idempotencyRetentionMs / 3_600_000} hours give the same creation result.`,
          },
        ),
      ]
    : [];
  return [...fromPath, ...fromQuery, ...idempotency];
}

const header = (name: string, description: string, type = 'string'): Json => ({
  [name]: { description, schema: { type } },
});
const REQUEST_ID = header('X-Request-Id', 'Made by the service for each request.');
const HELP = header('Link', 'Where the docs explain the code: `rel="help"`.');
const REPLAYED = header(
  'Idempotent-Replayed',
  '`true` if the Idempotency-Key was used before: the session is the earlier one.',
);
const RETRY_AFTER = header('Retry-After', 'Seconds to wait before the next attempt.', 'integer');
const PARAM = header(
  PARAM_HEADER,
  'The field that is refused, such as `payload.finger`. Absent where no single field is.',
);
const CHALLENGE = header('WWW-Authenticate', 'The scheme of the credential that is missing or refused.');
const NO_STORE = header('Cache-Control', '`no-store`.');
const WARNING = header(WARNING_HEADER, 'Environment `test` only: a field, parameter or locale that is not known.');
const COOKIE = header('Set-Cookie', 'With `via=button`: the proof that the claim of this browser must carry.');
const ERROR_HEADERS: Readonly<Record<number, Json>> = {
  400: PARAM,
  401: CHALLENGE,
  429: RETRY_AFTER,
  503: RETRY_AFTER,
};

function responses(name: OperationName, operation: Operation, components: Components): Json {
  const { success, request, query, response, responseType = JSON_BODY, example, idempotent } = operation;
  const answers: Json = {
    [success]: {
      description: 'Success',
      headers: {
        ...REQUEST_ID,
        ...NO_STORE,
        ...((request ?? query) && WARNING),
        ...(idempotent && REPLAYED),
        ...(name === 'hostedLink' && COOKIE),
      },
      content: {
        [responseType]: {
          schema: refer(response, components),
          // OpenAPI cannot describe an event stream: the schema is that of one event's data.
          ...(responseType === JSON_BODY && { example: example.answer }),
        },
      },
    },
  };
  const byStatus = Map.groupBy(errorsOf(name), (code) => ERROR_DETAILS[code].status);
  for (const [errorStatus, codes] of byStatus) {
    answers[errorStatus] = {
      description: codes.map((code) => `\`${code}\`: ${ERROR_DETAILS[code].message}`).join('\n\n'),
      headers: { ...REQUEST_ID, ...NO_STORE, ...HELP, ...ERROR_HEADERS[errorStatus] },
      content: { [JSON_BODY]: { schema: refer(ErrorBody, components) } },
    };
  }
  return answers;
}

function securitySchemes(): Json {
  return {
    access_token: {
      type: 'oauth2',
      description: 'For merchant backends only.',
      flows: {
        clientCredentials: {
          tokenUrl: OPERATION_DETAILS.issueToken.path,
          scopes: Object.fromEntries(SCOPES.map((scope) => [scope, SCOPE_ALLOWS[scope]])),
        },
      },
    },
    client_basic: {
      type: 'http',
      scheme: 'basic',
      description: 'client_id and client_secret, each form-urlencoded (RFC 6749 §2.3.1), instead of the form fields.',
    },
    hosted_token: {
      type: 'http',
      scheme: 'bearer',
      description: 'Carried in the fragment of popup_url. Not an API credential.',
    },
    app_token: { type: 'http', scheme: 'bearer', description: 'Given to the app that claimed the session.' },
  };
}
