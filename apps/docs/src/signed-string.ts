import { SIGNED_STRING_CONSTANT } from '@authly/contract/bio/canonical-request';
import { code } from './fields.ts';
import type { Section } from './section.ts';

/** A call whose signature anybody can make again: one of the published vectors. */
export interface WorkedExample {
  readonly key: { readonly source: string; readonly key_id: string; readonly public_key_base64: string };
  readonly call: {
    readonly method: string;
    readonly path_and_query: string;
    readonly timestamp: string;
    readonly nonce: string;
    readonly body_utf8: string;
    readonly content_sha256: string;
    readonly canonical_request: string;
    readonly signature: string;
  };
}

const LINES: readonly (readonly [line: string, care: string])[] = [
  [code(SIGNED_STRING_CONSTANT), 'This constant.'],
  ['HTTP method', 'In capitals.'],
  [
    'Path and query',
    'As your public address has them, the base address’s own path included, escaped as they were sent. A proxy that changes the path on the way changes this line: give the public path back.',
  ],
  ['Timestamp', 'The header’s text, as it stands.'],
  ['Nonce', 'The header’s text, as it stands.'],
  ['Content SHA-256', 'Lowercase hex, of the raw bytes: before any parser, and never of JSON that was written again.'],
];

/** The signed string line by line, and one call worked through. */
export function signedString({ key, call }: WorkedExample): Section[] {
  const values = call.canonical_request.split('\n');
  const signed = new TextEncoder().encode(call.canonical_request);
  return [
    {
      id: 'signed-string',
      title: 'The signed string',
      level: 2,
      text: 'Six lines joined by one LF (0x0A), no LF at the end, as UTF-8.',
      table: {
        columns: ['Line', 'What', 'In the example', 'Mind'],
        rows: LINES.map(([line, care], index) => [String(index + 1), line, code(values[index]!), care]),
      },
    },
    {
      id: 'worked-example',
      title: 'A worked example',
      level: 3,
      text: `The key is ${key.source}: published with its private half, so trust it in tests only. The key list would say ${code(`{"key_id": "${key.key_id}", "algorithm": "ed25519", "public_key_base64": "${key.public_key_base64}", "status": "active"}`)}; the key is SPKI DER in base64, its last 32 bytes the raw public key. The call as it is sent:`,
      code: requestText({ key, call }),
    },
    {
      id: 'worked-example-hash',
      title: 'Its body',
      level: 3,
      text: `The body has ${new TextEncoder().encode(call.body_utf8).length} bytes, no LF at the end. Their SHA-256:`,
      code: call.content_sha256,
    },
    {
      id: 'worked-example-string',
      title: 'Its signed string',
      level: 3,
      text: `${signed.length} bytes, no LF at the end:`,
      code: call.canonical_request,
    },
    {
      id: 'worked-example-hex',
      title: 'Its signed string in hex',
      level: 3,
      text: 'The same bytes, 32 a line:',
      code: hexLines(signed),
    },
    {
      id: 'worked-example-signature',
      title: 'Its signature',
      level: 3,
      text: 'Ed25519 (RFC 8032) over these bytes, without hashing them first. The value of `X-Service-Signature`:',
      code: call.signature,
    },
  ];
}

const requestText = ({ key, call }: WorkedExample): string => {
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
    'X-Request-Id: req_0001',
    `Idempotency-Key: ${enrollment_session_id}`,
    'Content-Type: application/json',
    '',
    call.body_utf8,
  ].join('\n');
};

/** 32 bytes a line. */
const hexLines = (bytes: Uint8Array): string =>
  Array.from({ length: Math.ceil(bytes.length / 32) }, (_, line) =>
    Array.from(bytes.subarray(line * 32, line * 32 + 32), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  ).join('\n');
