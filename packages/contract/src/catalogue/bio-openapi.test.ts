import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { BIO_ERRORS, bioErrorsOf } from '../wire/bio/errors.ts';
import { bioOpenApi } from './bio-openapi.ts';

interface Media {
  schema: { $ref: string };
  example?: object;
  examples?: Record<string, { value: object }>;
}
interface Call {
  operationId: 'store' | 'lookup';
  parameters: { name: string; required: boolean }[];
  requestBody: { content: Record<string, Media> };
  responses: Record<string, { description: string; content: Record<string, Media> }>;
}
const document = bioOpenApi({ version: '1.2.3' }) as unknown as {
  openapi: string;
  paths: Record<string, Record<string, Call>>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, { name: string }> };
};
const calls = Object.entries(document.paths).map(([path, item]) => [path, item['post']!] as const);
const media = ({ content }: { content: Record<string, Media> }): Media => content['application/json']!;

const ajv = new Ajv2020({ strict: true, formats: { 'date-time': true }, keywords: ['x-authly-secret'] });
function holds({ schema }: Media, example: object): boolean {
  return ajv.validate(document.components.schemas[schema.$ref.replace('#/components/schemas/', '')]!, example);
}

describe('the OpenAPI document of the Merchant Bio API', () => {
  it('has both calls, and the signature as the security scheme', () => {
    expect(calls.map(([path]) => path)).toEqual(['/enrollments', '/enrollments/lookup']);
    expect(document.components.securitySchemes['service_signature']).toMatchObject({ name: 'X-Service-Signature' });
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    expect(JSON.stringify(document)).not.toContain('$id');
  });

  it.each(calls)('%s: its examples keep to its schemas', (_, { requestBody, responses }) => {
    expect(holds(media(requestBody), media(requestBody).example!)).toBe(true);
    expect(holds(media(responses['200']!), media(responses['200']!).example!)).toBe(true);
    for (const answer of Object.values(responses))
      for (const { value } of Object.values(media(answer).examples ?? {}))
        expect(holds(media(answer), value)).toBe(true);
  });

  it.each(calls)('%s: every code is listed under its status with an example', (_, { operationId, responses }) => {
    for (const code of bioErrorsOf(operationId))
      expect(Object.keys(media(responses[BIO_ERRORS[code].status]!).examples!)).toContain(code);
  });

  it('a store has an Idempotency-Key, a lookup has none', () => {
    const names = calls.map(([, { parameters }]) => parameters.map(({ name }) => name));
    expect(names.map((each) => each.includes('Idempotency-Key'))).toEqual([true, false]);
  });
});
