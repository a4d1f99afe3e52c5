import { expect, test } from 'vitest';
import { MAX_BODY_BYTES } from '../bio/read-body.ts';
import { readRawBody } from './node.ts';

const CHUNK = 65_536;

/** A caller that goes on sending; `sent` counts what was taken from it. */
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

test('a caller with a body above the limit is heard out, so that it hears the refusal; only one byte too many is kept', async () => {
  const { sent, stream } = caller(4 * MAX_BODY_BYTES);
  expect((await readRawBody(stream)).length).toBe(MAX_BODY_BYTES + 1);
  expect(sent()).toBe(4 * MAX_BODY_BYTES);
});

test('a body without an end is cut off', async () => {
  const { sent, stream } = caller(Infinity);
  expect((await readRawBody(stream)).length).toBe(MAX_BODY_BYTES + 1);
  expect(sent()).toBeLessThanOrEqual(8 * MAX_BODY_BYTES + CHUNK);
});

test('a body at the limit is kept whole', async () => {
  expect((await readRawBody(caller(MAX_BODY_BYTES).stream)).length).toBe(MAX_BODY_BYTES);
});
