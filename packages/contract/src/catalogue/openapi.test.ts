import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { ERRORS } from '../wire/generated/errors.ts';
import { openApi } from './openapi.ts';
import { errorsOf } from './operations.ts';
import { OPERATION_NAMES, OPERATIONS } from '../wire/generated/operation-table.ts';

interface Described {
  operationId: string;
  security: Record<string, string[]>[];
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<
    string,
    { description: string; headers: Record<string, object>; content: Record<string, { schema: object }> }
  >;
}
interface Document {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Described>>;
  webhooks: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
}

const document = openApi({ serverUrl: 'https://authly.test', version: '1.2.3' }) as unknown as Document;
const described = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);
const find = (name: string): Described => described.find(({ operation }) => operation.operationId === name)!.operation;

describe('the OpenAPI document', () => {
  it('describes every operation once, at its method and path', () => {
    expect(described.map(({ operation }) => operation.operationId).toSorted()).toEqual([...OPERATION_NAMES].toSorted());
    for (const { path, method, operation } of described) {
      const { method: expected, path: where } = OPERATIONS[operation.operationId as keyof typeof OPERATIONS];
      expect(`${method.toUpperCase()} ${path}`).toBe(`${expected} ${where}`);
    }
  });

  it('describes the webhook, with an example that its schema accepts', () => {
    const { post } = document.webhooks['session.final']!;
    const { schema, example } = post!.requestBody!.content['application/json']! as { schema: object; example: object };
    expect(schema).toEqual({ $ref: '#/components/schemas/SessionFinalEvent' });
    const ajv = new Ajv2020({ strict: true, formats: { 'date-time': true } });
    expect(ajv.validate(document.components.schemas['SessionFinalEvent']!, example)).toBe(true);
    expect(post!.parameters.map(({ name }) => name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
  });

  it.each(Object.keys(document.components.schemas))('%s compiles in the 2020-12 dialect', (name) => {
    const ajv = new Ajv2020({ strict: true, formats: { 'date-time': true, uri: true }, keywords: ['x-authly-secret'] });
    expect(() => ajv.compile(document.components.schemas[name]!)).not.toThrow();
  });

  it.each(OPERATION_NAMES)(
    '%s lists its success and every error code under its status, with X-Request-Id on each',
    (name) => {
      const { responses } = find(name);
      const codes = errorsOf(name);
      expect(Object.keys(responses).toSorted()).toEqual(
        [...new Set([OPERATIONS[name].success, ...codes.map((code) => ERRORS[code].status)])].map(String).toSorted(),
      );
      for (const code of codes) expect(responses[ERRORS[code].status]!.description).toContain(`\`${code}\``);
      for (const response of Object.values(responses)) {
        expect(Object.keys(response.headers)).toContain('X-Request-Id');
        expect(Object.values(response.content)[0]!.schema).toBeDefined();
      }
    },
  );

  it.each(OPERATION_NAMES)('%s names its credential, and each part of its path as a required parameter', (name) => {
    const { security, parameters } = find(name);
    const { caller, scope, path } = OPERATIONS[name];
    const inHeader = ['access token', 'hosted token', 'app token'].includes(caller);
    const token = inHeader ? [{ [caller.replace(' ', '_')]: scope ? [scope] : [] }] : [];
    expect(security).toEqual(caller === 'client credentials' ? [{ client_basic: [] }, {}] : token);
    for (const scheme of security.flatMap((requirement) => Object.keys(requirement)))
      expect(document.components.securitySchemes).toHaveProperty(scheme);
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath.map((parameter) => parameter.name)).toEqual(path.includes('{session_id}') ? ['session_id'] : []);
    expect(inPath.every(({ required }) => required)).toBe(true);
  });
});
