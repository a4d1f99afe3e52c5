import { ErrorBody } from '../schemas/error-body.ts';
import { BIO_OPERATION_DETAILS, OPERATION_DETAILS } from './operations.ts';
import { JSON_BODY } from '../wire/operation-row.ts';
import {
  type Components,
  componentSchemas,
  forGenerators,
  type Json,
  CONTACT,
  LICENSE,
  parameter,
  refer,
  TEXT,
} from './openapi-components.ts';
import { BIO_ERRORS, bioErrorsOf } from '../wire/bio/errors.ts';
import { BIO_REQUEST_HEADERS } from '../wire/bio/headers.ts';

type BioOperationName = keyof typeof BIO_OPERATION_DETAILS;
const SIGNATURE = 'X-Service-Signature';
export const EXAMPLE_REQUEST_ID = 'f63d829c-2ec0-4fef-a06c-f9f54996d93b';

export function bioOpenApi({ version }: { version: string }): Json {
  const components: Components = new Map();
  const paths = Object.fromEntries(
    Object.entries(BIO_OPERATION_DETAILS).map(([name, { method, path }]) => [
      path,
      { [method.toLowerCase()]: describeCall(name as BioOperationName, components) },
    ]),
  );
  return forGenerators({
    openapi: '3.1.0',
    info: {
      title: 'Merchant Bio API',
      version,
      description: `What a merchant implements and Authly calls. Every call is signed with the Ed25519 key that \`GET {base_url}${OPERATION_DETAILS.listSigningKeys.path}\` publishes; the order of the merchant's checks is part of the contract.`,
      license: LICENSE,
      contact: CONTACT,
    },
    servers: [
      {
        url: 'https://{merchant_bio_base_url}',
        description: 'The address that the merchant registered for this environment, its own path included.',
        variables: { merchant_bio_base_url: { default: 'shop.example/bio' } },
      },
    ],
    tags: [{ name: 'enrollments', description: 'The merchant’s store of enrollment data.' }],
    security: [{ service_signature: [] }],
    paths,
    components: {
      securitySchemes: {
        service_signature: {
          type: 'apiKey',
          in: 'header',
          name: SIGNATURE,
          description: headerContent(SIGNATURE),
        },
      },
      schemas: componentSchemas(components),
    },
  });
}

function describeCall(name: BioOperationName, components: Components): Json {
  const { request, summary, example } = BIO_OPERATION_DETAILS[name];
  return {
    operationId: name,
    summary,
    tags: ['enrollments'],
    parameters: headerParameters(name),
    requestBody: {
      required: true,
      content: { [JSON_BODY]: { schema: refer(request, components), example: example.body } },
    },
    responses: responses(name, components),
  };
}

const headerParameters = (name: BioOperationName): Json[] =>
  BIO_REQUEST_HEADERS.filter(({ on }) => on === 'both' || on === name)
    .filter((header) => header.name !== SIGNATURE && header.name !== 'Content-Type')
    .map((header) => parameter('header', header.name, TEXT, { description: header.content }));

const headerContent = (name: string): string => BIO_REQUEST_HEADERS.find((header) => header.name === name)!.content;

function responses(name: BioOperationName, components: Components): Json {
  const { success, summary, response, example } = BIO_OPERATION_DETAILS[name];
  const answers: Json = {
    [success]: {
      description: summary,
      content: { [JSON_BODY]: { schema: refer(response, components), example: example.answer } },
    },
  };
  const byStatus = Map.groupBy(bioErrorsOf(name), (code) => BIO_ERRORS[code].status);
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    answers[status] = {
      description: codes.map((code) => `\`${code}\`: ${BIO_ERRORS[code].when}`).join('\n\n'),
      content: {
        [JSON_BODY]: {
          schema: refer(ErrorBody, components),
          examples: Object.fromEntries(
            codes.map((code) => [
              code,
              { value: { error: { code, message: BIO_ERRORS[code].message, request_id: EXAMPLE_REQUEST_ID } } },
            ]),
          ),
        },
      },
    };
  }
  return answers;
}
