import { expect, test } from 'vitest';
import { MAX_BODY_BYTES } from '../bio/read-body.ts';
import { readRawBody } from './node.ts';

const CHUNK = 65_536;

/** A caller that keeps sending. `sent` counts the bytes that were read. */
function caller(bytes: number): { readonly sent: () => number; readonly stream: AsyncIterable<Uint8Array> } {
  let sent = 0;
  async function* stream(): AsyncGenerator<Uint8Array> {
    while (sent < bytes) {
      sent += CHUNK;
      yield new Uint8Array(CHUNK);
    }
  }
  return { sent: () => sent, stream: stream() };
}

test('reads a body above the limit to its end, so that the caller gets the refusal, and keeps one byte too many', async () => {
  const { sent, stream } = caller(4 * MAX_BODY_BYTES);
  expect((await readRawBody(stream)).length).toBe(MAX_BODY_BYTES + 1);
  expect(sent()).toBe(4 * MAX_BODY_BYTES);
});

test('cuts off an endless body', async () => {
  const { sent, stream } = caller(Infinity);
  expect((await readRawBody(stream)).length).toBe(MAX_BODY_BYTES + 1);
  expect(sent()).toBeLessThanOrEqual(8 * MAX_BODY_BYTES + CHUNK);
});

test('keeps a body at the limit whole', async () => {
  expect((await readRawBody(caller(MAX_BODY_BYTES).stream)).length).toBe(MAX_BODY_BYTES);
});
