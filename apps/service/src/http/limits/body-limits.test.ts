import { Readable } from 'node:stream';
import { operationPath } from '@authly/contract/wire/operation-path';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '@authly/contract/operation-table';
import { beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../../../test/merchant-calls.ts';
import { TestService, type TestAnswer } from '../../../test/running-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
  return () => service.stop();
});

/** Without a token in a header. Operations that need none read the body. */
function ask(name: OperationName, body: string | Readable): Promise<TestAnswer> {
  const { method, body: type } = OPERATIONS[name];
  const headers = { ...(type !== undefined && { 'content-type': type }) };
  return service.request(operationPath(name, { session_id: 'ses_x' }), { method, headers, body });
}

describe.each(OPERATION_NAMES)('%s', (name) => {
  const limit = OPERATIONS[name].maxBodyBytes;

  it(`a body of ${limit} bytes is accepted`, async () => {
    expect((await ask(name, 'x'.repeat(limit))).status).not.toBe(413);
  });

  it('413 payload_too_large one byte above, with any token', async () => {
    expect(codeOf(await ask(name, 'x'.repeat(limit + 1)))).toEqual([413, 'payload_too_large']);
  });
});

// The body of a GET is not read, so only its announced length counts.
it.each(OPERATION_NAMES.filter((name) => OPERATIONS[name].method === 'POST'))(
  '%s: 413 payload_too_large also without Content-Length',
  async (name) => {
    const body = Readable.from(['x'.repeat(OPERATIONS[name].maxBodyBytes), 'x']);
    expect(codeOf(await ask(name, body))).toEqual([413, 'payload_too_large']);
  },
);
