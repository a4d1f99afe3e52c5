import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import VECTORS from '@authly/contract/signature-vectors.json' with { type: 'json' };
import { expect, it } from 'vitest';
import { BIO_ERROR_CODES, BIO_ERRORS } from '../../../packages/contract/src/wire/bio/errors.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/reference/bio-api.md'), 'utf8').replaceAll(
  /<!--[^]*?-->/g,
  '',
);
const partOf = (title: string): string => page.split(/^#+ /m).find((part) => part.startsWith(`${title}\n`))!;
const codeOf = (title: string): string => /```text\n(.*?)\n```/s.exec(partOf(title))![1]!;

/** Read from the text of the page, as a reader does. */
const [head, body] = codeOf('A worked example').split('\n\n') as [string, string];
const [requestLine, ...headerLines] = head.split('\n') as [string, ...string[]];
const headers = new Map(headerLines.map((line) => line.split(': ') as [string, string]));

it('the worked example shows the hash and the length of its body', () => {
  const hash = createHash('sha256').update(body).digest('hex');
  expect([codeOf('Its body'), headers.get('X-Service-Content-SHA256')]).toEqual([hash, hash]);
  expect(partOf('Its body')).toContain(`${Buffer.byteLength(body)} bytes`);
});

it('the worked example shows the six lines of its signed string as text, as hex and in the table', () => {
  const [method, path] = requestLine.split(' ') as [string, string];
  const [time, nonce, hash] = ['Timestamp', 'Nonce', 'Content-SHA256'].map((name) => headers.get(`X-Service-${name}`)!);
  const lines = ['SERVICE-ED25519', method, path, time!, nonce!, hash!];
  const [text, hex] = [codeOf('Its signed string'), codeOf('Its signed string in hex')];
  expect(text.split('\n')).toEqual(lines);
  expect(Buffer.from(hex.replaceAll('\n', ''), 'hex').toString()).toBe(lines.join('\n'));
  expect([...partOf('The signed string').matchAll(/^\| \d \| .*? \| `(.*?)` \|/gm)].map(([, line]) => line)).toEqual(
    lines,
  );
});

it('the worked example is the first published vector, and its signature verifies with the key on the page', () => {
  const spki = /"public_key_base64": "([^"]+)"/.exec(partOf('A worked example'))![1]!;
  const key = createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' });
  const signed = Buffer.from(codeOf('Its signed string'));
  const signature = headers.get('X-Service-Signature')!;
  expect(codeOf('Its signature')).toBe(signature);
  expect([body, signature]).toEqual([VECTORS.vectors[0]!.body_utf8, VECTORS.vectors[0]!.signature]);
  expect(verify(null, signed, key, Buffer.from(signature.replace('v2=', ''), 'base64'))).toBe(true);
});

it('the steps and the table of errors have every code with its status', () => {
  for (const code of BIO_ERROR_CODES) {
    expect(partOf('The nine steps, in this order')).toContain(`${BIO_ERRORS[code].status} \`${code}\``);
    expect(partOf('Error codes of the Merchant Bio API')).toContain(`| \`${code}\` | ${BIO_ERRORS[code].status} |`);
  }
});
