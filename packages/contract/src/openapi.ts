import type { TSchema } from 'typebox';
import { LookupRequest, LookupResponse } from './bio/lookup.ts';
import { StoreRequest, StoreResponse } from './bio/store.ts';
import { ErrorBody } from './error-body.ts';
import { ERRORS, OPERATION_NAMES, errorsOf, type OperationName } from './errors.ts';
import { LIMITS } from './limits.ts';
import { OPERATIONS, type Operation } from './operations.ts';
import { SCOPES, SCOPE_ALLOWS } from './scopes.ts';
import { AccessTokenClaims } from './token.ts';

type Json = Record<string, unknown>;

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
  const components = new Map<string, TSchema>();
  const paths: Record<string, Json> = {};
  for (const name of OPERATION_NAMES.filter((each) => operations.includes(each))) {
    const operation = OPERATIONS[name];
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(name, operation, components),
    };
  }
  for (const schema of [ErrorBody, AccessTokenClaims, StoreRequest, StoreResponse, LookupRequest, LookupResponse])
    refer(schema, components);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Authly',
      version,
      description: 'Fingerprint enrollment and verification for merchants.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      securitySchemes: securitySchemes(),
      schemas: Object.fromEntries([...components].map(([name, schema]) => [name, withoutId(schema)])),
    },
  };
}

function describeOperation(name: OperationName, operation: Operation, components: Map<string, TSchema>): Json {
  return {
    operationId: name,
    summary: operation.summary,
    tags: [operation.audience],
    security: security(operation),
    parameters: parameters(operation),
    ...(operation.body && {
      requestBody: {
        required: true,
        content: { [operation.body.type]: { schema: refer(operation.body.schema, components) } },
      },
    }),
    responses: responses(name, operation, components),
  };
}

function parameters(operation: Operation): Json[] {
  const path = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const query: { properties?: Record<string, TSchema>; required?: string[] } | undefined = operation.query;
  const fromQuery = Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: query?.required?.includes(name) ?? false,
    schema,
  }));
  const idempotency = operation.idempotent
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description: 'Same key and same body within 24 hours give the same creation result.',
          schema: { type: 'string', minLength: 1, maxLength: LIMITS.idempotencyKeyChars },
        },
      ]
    : [];
  return [...path, ...fromQuery, ...idempotency];
}

function responses(name: OperationName, operation: Operation, components: Map<string, TSchema>): Json {
  const requestId = {
    'X-Request-Id': { description: 'Made by the service for each request.', schema: { type: 'string' } },
  };
  const { status, type, schema } = operation.success;
  const answers: Json = {
    [status]: {
      description: 'Success',
      headers: requestId,
      content: { [type ?? 'application/json']: { schema: refer(schema, components) } },
    },
  };
  const byStatus = Map.groupBy(errorsOf(name), (code) => ERRORS[code].status);
  for (const [errorStatus, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    answers[errorStatus] = {
      description: codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join('\n\n'),
      headers: requestId,
      content: { 'application/json': { schema: refer(ErrorBody, components) } },
    };
  }
  return answers;
}

function refer(schema: TSchema, components: Map<string, TSchema>): Json {
  const id = (schema as { $id?: string }).$id;
  if (id === undefined) return schema as Json;
  components.set(id, schema);
  return { $ref: `#/components/schemas/${id}` };
}

/** `$id` would rebase references inside the document; nested schemas stand inline. */
function withoutId(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutId);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => key !== '$id')
      .map(([key, value]) => [key, withoutId(value)]),
  );
}

/** An empty requirement means that the other one is optional. */
function security({ bearer, basic, scope }: Operation): Record<string, string[]>[] {
  if (basic) return [{ client_basic: [] }, {}];
  return bearer === 'none' ? [] : [{ [schemeName(bearer)]: scope ? [scope] : [] }];
}

const schemeName = (bearer: string): string => bearer.replace(' ', '_');

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
