import type { TSchema } from 'typebox';
import { ErrorBody } from './error-body.ts';
import { ERRORS, errorsOf } from './errors.ts';
import { LIMITS } from './limits.ts';
import { type Components, componentSchemas, type Json, LICENSE, refer } from './openapi-components.ts';
import { openApiWebhooks } from './openapi-webhooks.ts';
import { OPERATION_EXAMPLES } from './operation-examples.ts';
import { OPERATION_SCHEMAS } from './operation-schemas.ts';
import { JSON_BODY, OPERATION_NAMES, OPERATIONS, type CallerProof, type OperationName } from './operations.ts';
import { SCOPES, SCOPE_ALLOWS } from './scopes.ts';

/** OpenAPI 3.1 of the operations named, made from the same schemas that validate. */
export function openApi({
  serverUrl,
  version,
  operations,
}: {
  serverUrl: string;
  version: string;
  operations: readonly OperationName[];
}): Json {
  const components: Components = new Map();
  const paths: Record<string, Json> = {};
  for (const name of OPERATION_NAMES.filter((each) => operations.includes(each))) {
    const operation = OPERATIONS[name];
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(name, components),
    };
  }
  // Before the components are listed: it adds its own.
  const webhooks = openApiWebhooks(components);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Authly',
      version,
      description: 'Fingerprint enrollment and verification for merchants.',
      license: LICENSE,
    },
    servers: [{ url: serverUrl }],
    paths,
    webhooks,
    components: {
      securitySchemes: securitySchemes(),
      schemas: componentSchemas(components),
    },
  };
}

/** Who an operation is for. */
const TAGS: Readonly<Record<CallerProof, string>> = {
  nothing: 'merchant',
  'client credentials': 'merchant',
  'access token': 'merchant',
  'hosted token': 'hosted page',
  'link token': 'app',
  'app token': 'app',
  'service signature': 'merchant Bio API',
};

/** By what a caller shows in `Authorization`; what is in the body is one of its fields. */
const SECURITY_SCHEMES: Partial<Record<CallerProof, string>> = {
  'client credentials': 'client_basic',
  'access token': 'access_token',
  'hosted token': 'hosted_token',
  'app token': 'app_token',
};

/** What may stand in the body instead: an empty requirement makes the other one optional. */
const IN_THE_BODY_TOO: ReadonlySet<CallerProof> = new Set(['client credentials']);

function describeOperation(name: OperationName, components: Components): Json {
  const { caller, scope, body: bodyType } = OPERATIONS[name];
  const { summary, body } = OPERATION_SCHEMAS[name];
  const scheme = SECURITY_SCHEMES[caller];
  return {
    operationId: name,
    summary,
    tags: [TAGS[caller]],
    security:
      scheme === undefined ? [] : [{ [scheme]: scope ? [scope] : [] }, ...(IN_THE_BODY_TOO.has(caller) ? [{}] : [])],
    parameters: parameters(name),
    ...(bodyType &&
      body && {
        requestBody: {
          required: true,
          content: { [bodyType]: { schema: refer(body, components), example: OPERATION_EXAMPLES[name].body } },
        },
      }),
    responses: responses(name, components),
  };
}

function parameters(name: OperationName): Json[] {
  const path = [...OPERATIONS[name].path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => ({
    name: parameter,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const query: { properties?: Record<string, TSchema>; required?: string[] } | undefined =
    OPERATION_SCHEMAS[name].query;
  const fromQuery = Object.entries(query?.properties ?? {}).map(([field, schema]) => ({
    name: field,
    in: 'query',
    required: query?.required?.includes(field) ?? false,
    schema,
  }));
  const idempotency = OPERATIONS[name].idempotent
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description: `Same key and same body within ${LIMITS.idempotencyRetentionMs / 3_600_000} hours give the same creation result.`,
          schema: { type: 'string', minLength: 1, maxLength: LIMITS.idempotencyKeyChars },
        },
      ]
    : [];
  return [...path, ...fromQuery, ...idempotency];
}

function responses(name: OperationName, components: Components): Json {
  const requestId = {
    'X-Request-Id': { description: 'Made by the service for each request.', schema: { type: 'string' } },
  };
  const { answer, answerType = JSON_BODY } = OPERATION_SCHEMAS[name];
  const answers: Json = {
    [OPERATIONS[name].success]: {
      description: 'Success',
      headers: requestId,
      content: {
        [answerType]: {
          schema: refer(answer, components),
          // OpenAPI has no words for a stream of events: the schema is of the data of one.
          ...(answerType === JSON_BODY && { example: OPERATION_EXAMPLES[name].answer }),
        },
      },
    },
  };
  const byStatus = Map.groupBy(errorsOf(name), (code) => ERRORS[code].status);
  for (const [errorStatus, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    answers[errorStatus] = {
      description: codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join('\n\n'),
      headers: requestId,
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
          tokenUrl: OPERATIONS.issueToken.path,
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
