import { BIO_ERRORS, bioErrorsOf } from '@authly/contract/bio/errors';
import { BIO_REQUEST_HEADERS } from '@authly/contract/bio/headers';
import { EXAMPLE_REQUEST_ID } from '@authly/contract/bio/openapi';
import { BIO_OPERATION_DETAILS } from '@authly/contract/operations/index';
import { VERIFICATION_ORDER } from '@authly/contract/bio/verification-order';
import { BIO_OPERATION_NAMES, BIO_OPERATIONS, type BioOperationName } from '@authly/contract/operations';
import SIGNATURE_VECTORS from '@authly/contract/signature-vectors.json' with { type: 'json' };
import { prettyJson } from '../../../apps/docs/src/pretty-json.ts';
import { blocks, code, fence, table, type Filled } from '../markdown.ts';
import { fieldTable } from './fields.ts';

/** Body, response and errors of one call. */
function bioCall(name: BioOperationName): string {
  const { success, request, response, example } = BIO_OPERATION_DETAILS[name];
  const errors = bioErrorsOf(name).map((each) => `${BIO_ERRORS[each].status} ${code(each)}`);
  return blocks(
    '### Body',
    'Ignore fields that are not in this table. More may be added.',
    fieldTable(request),
    fence(prettyJson(example.body), 'json'),
    `### Response ${success}`,
    'A response that does not match this table fails the session.',
    fieldTable(response),
    fence(prettyJson(example.answer), 'json'),
    '### Errors',
    `${errors.join(', ')}.`,
  );
}

/** The first published vector, worked through to the byte: anybody can make its hash and signature again. */
const { key } = SIGNATURE_VECTORS;
const call = SIGNATURE_VECTORS.vectors[0]!;
const signed = new TextEncoder().encode(call.canonical_request);

function requestText(): string {
  const { merchant_id, enrollment_session_id } = JSON.parse(call.body_utf8) as Record<string, string>;
  return [
    `${call.method} ${call.path_and_query} HTTP/1.1`,
    'Host: shop.example',
    `X-Service-Merchant-Id: ${merchant_id}`,
    `X-Service-Key-Id: ${key.key_id}`,
    `X-Service-Timestamp: ${call.timestamp}`,
    `X-Service-Nonce: ${call.nonce}`,
    `X-Service-Content-SHA256: ${call.content_sha256}`,
    `X-Service-Signature: ${call.signature}`,
    `X-Request-Id: ${EXAMPLE_REQUEST_ID}`,
    `Idempotency-Key: ${enrollment_session_id}`,
    'Content-Type: application/json',
    '',
    call.body_utf8,
  ].join('\n');
}

const BYTES_A_LINE = 32;
const hexLines = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('hex')
    .replaceAll(new RegExp(`(.{${2 * BYTES_A_LINE}})(?=.)`, 'g'), '$1\n');

export const BIO_BLOCKS: Filled = {
  'bio.calls': () =>
    table(
      ['Call', 'What it does'],
      BIO_OPERATION_NAMES.map((name) => [
        code(`${BIO_OPERATIONS[name].method} {merchant_bio_base_url}${BIO_OPERATIONS[name].path}`),
        BIO_OPERATION_DETAILS[name].summary,
      ]),
    ),
  'bio.headers': () =>
    table(
      ['Header', 'On', 'Content'],
      BIO_REQUEST_HEADERS.map(({ name, on, content }) => [
        code(name),
        on === 'both' ? 'both' : `${code(BIO_OPERATIONS[on].path)} only`,
        content,
      ]),
    ),
  'bio.store': () => bioCall('store'),
  'bio.lookup': () => bioCall('lookup'),
  'bio.order': () =>
    table(
      ['Step', 'Requirement', 'Response', 'When', 'Source'],
      VERIFICATION_ORDER.flatMap(({ step, rule, refusals }) =>
        refusals.length === 0
          ? [[String(step), rule, '–', '', 'contract']]
          : refusals.map(({ code: each, when, askedBy }, index) => [
              String(step),
              index === 0 ? rule : '',
              `${BIO_ERRORS[each].status} ${code(each)}`,
              when,
              askedBy,
            ]),
      ),
    ),
  'bio.signed-string': () =>
    table(
      ['Line', 'Content', 'In the example', 'Note'],
      [
        ['Constant', 'Always the same.'],
        ['HTTP method', 'In capitals.'],
        [
          'Path and query',
          'As in your public address, including the path of the base address, with the escaping of the request. If a proxy changes the path, restore the public path first.',
        ],
        ['Timestamp', 'The text of the header, unchanged.'],
        ['Nonce', 'The text of the header, unchanged.'],
        [
          'Content SHA-256',
          'Lowercase hex, over the raw bytes: before any parser, never over JSON that was serialized again.',
        ],
      ].map(([line, note], index) => [
        String(index + 1),
        line!,
        code(call.canonical_request.split('\n')[index]!),
        note!,
      ]),
    ),
  'worked.call': () => fence(requestText()),
  'worked.hash': () => fence(call.content_sha256),
  'worked.string': () => fence(call.canonical_request),
  'worked.hex': () => fence(hexLines(signed)),
  'worked.signature': () => fence(call.signature),
};

export const BIO_VALUES: Filled = {
  'worked.key-source': () => key.source,
  'worked.key': () =>
    code(
      `{"key_id": "${key.key_id}", "algorithm": "ed25519", "public_key_base64": "${key.public_key_base64}", "status": "active"}`,
    ),
  'worked.body-bytes': () => String(new TextEncoder().encode(call.body_utf8).length),
  'worked.string-bytes': () => String(signed.length),
};
