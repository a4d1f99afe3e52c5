import { operationPath } from '@authly/contract/wire/operation-path';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '@authly/contract/operations';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { claim } from '../../../test/app-side.ts';
import { codeOf, MerchantCalls } from '../../../test/merchant-calls.ts';
import { PageSide } from '../../../test/page-side.ts';
import { RawConnection } from '../../../test/raw-connection.ts';
import { TestService } from '../../../test/running-service.ts';

let service: TestService;
let shop: MerchantCalls;
beforeAll(async () => {
  service = await TestService.start();
  shop = await MerchantCalls.of(service);
  return () => service.stop();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const IN_A_HEADER: ReadonlySet<string> = new Set(['access token', 'hosted token', 'app token']);
const proveThemselvesFirst = OPERATION_NAMES.filter((name) => IN_A_HEADER.has(OPERATIONS[name].caller));

const headOf = (name: OperationName, ...headers: string[]): string[] => [
  `${OPERATIONS[name].method} ${operationPath(name, { session_id: 'ses_x' })} HTTP/1.1`,
  'Host: x',
  ...headers,
  '',
  '',
];

describe('a token in a header is checked before the body is read', () => {
  it.each(proveThemselvesFirst)('%s: 401 before the body arrives', async (name) => {
    const connection = await RawConnection.toApi(service);
    connection.write(...headOf(name, `Content-Length: ${OPERATIONS[name].maxBodyBytes}`));
    expect((await connection.answer())?.status).toBe(401);
    connection.end();
  });

  it.each(proveThemselvesFirst.filter((name) => OPERATIONS[name].method === 'POST'))(
    '%s: a body without a length is counted first and dropped',
    async (name) => {
      const connection = await RawConnection.toApi(service);
      connection.write(...headOf(name, 'Transfer-Encoding: chunked'));
      connection.write('5', 'hello', '0', '', '');
      expect((await connection.answer())?.status).toBe(401);
      connection.end();
    },
  );

  it('and before a client that expects 100 Continue is asked for the body', async () => {
    const expecting = ['Content-Type: application/json', 'Content-Length: 2', 'Expect: 100-continue'];
    const stranger = await RawConnection.toApi(service);
    stranger.write(...headOf('createEnrollmentSession', ...expecting));
    expect([(await stranger.answer())?.status, await stranger.closed]).toEqual([401, 'closed']);
    const caller = await RawConnection.toApi(service);
    caller.write(...headOf('createEnrollmentSession', ...expecting, `Authorization: Bearer ${shop.token}`));
    expect((await caller.answer())?.status).toBe(100);
    caller.write('{}');
    expect((await caller.answer())?.status).toBe(400);
    caller.end();
  });

  it('a repeated callback is answered without reading its body', async () => {
    const app = await (await PageSide.open(shop)).join();
    await app.callback({ finger: 'RI', features: 'AAAA', enc_key: 'AAAA' });
    const connection = await RawConnection.toApi(service);
    const path = operationPath('appCallback', { session_id: app.joined.session_id });
    const head = [`POST ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${app.token}`, 'Content-Length: 1000000'];
    connection.write(...head, '', '');
    expect((await connection.answer())?.status).toBe(200);
    connection.end();
  });
});

describe('an unread body', () => {
  it('keeps its connection if it is small', async () => {
    const connection = await RawConnection.toApi(service);
    connection.write(...headOf('createEnrollmentSession', 'Content-Length: 60000'));
    expect((await connection.answer())?.status).toBe(401);
    connection.socket.write('x'.repeat(60_000));
    connection.write('GET /v1/signing-keys HTTP/1.1', 'Host: x', '', '');
    expect((await connection.answer())?.status).toBe(200);
    connection.end();
  });

  it('closes its connection if it is large: the client gets the error, and no more is read', async () => {
    const connection = await RawConnection.toApi(service);
    connection.write(...headOf('createEnrollmentSession', 'Content-Length: 1048576'));
    const answer = await connection.answer();
    expect([answer?.status, answer?.headers['connection']]).toEqual([401, 'close']);
    expect(await connection.closed).toBe('closed');
  });

  it('closes its connection if its length is unknown, even after a GET', async () => {
    const connection = await RawConnection.toApi(service);
    connection.write(...headOf('listSigningKeys', 'Transfer-Encoding: chunked'));
    expect((await connection.answer())?.headers['connection']).toBe('close');
    expect(await connection.closed).toBe('closed');
  });

  it('is not read for an unknown path', async () => {
    const connection = await RawConnection.toApi(service);
    connection.write('POST /v1/nothing HTTP/1.1', 'Host: x', 'Content-Length: 1048576', '', '');
    expect((await connection.answer())?.status).toBe(404);
    connection.end();
  });
});

describe('a forged self-proving token costs no store read', () => {
  it.each(['hostedSession', 'hostedEvents', 'hostedLink', 'hostedOpened', 'hostedCancel'] as const)(
    '%s: a forged hosted token',
    async (name) => {
      const { token } = await PageSide.open(shop);
      const looks = vi.spyOn(service.service.store.sessions, 'find');
      const forged = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A');
      const answer = await service.request(operationPath(name), {
        method: OPERATIONS[name].method,
        headers: { authorization: `Bearer ${forged}` },
      });
      expect([codeOf(answer), looks.mock.calls]).toEqual([[401, 'invalid_token'], []]);
    },
  );

  it('a forged link token', async () => {
    const link = await (await PageSide.open(shop)).linkToken();
    const looks = vi.spyOn(service.service.store.sessions, 'find');
    expect(codeOf(await claim(service, link.slice(0, -1) + (link.endsWith('A') ? 'B' : 'A')))).toEqual([
      404,
      'link_not_found',
    ]);
    expect(looks.mock.calls).toEqual([]);
    expect((await claim(service, link)).status).toBe(200);
  });
});

it('400 invalid_request for too many fields, in a form and in a query', async () => {
  const many = Array.from({ length: 101 }, (_, i) => `f${i}=x`).join('&');
  const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: many };
  expect(codeOf(await service.request('/oauth/token', form))).toEqual([400, 'invalid_request']);
  expect(codeOf(await shop.result(await shop.newSession(), many))).toEqual([400, 'invalid_request']);
});

describe('an unauthenticated megabyte', () => {
  const MIB = 1_048_576;
  const head = (...headers: string[]): string => headOf('createEnrollmentSession', ...headers).join('\r\n');
  const chunk = `400\r\n${'x'.repeat(1024)}\r\n`;

  it('with Content-Length is rejected after its headers, and is not read', async () => {
    const connection = await RawConnection.toApi(service);
    connection.socket.write(head(`Content-Length: ${MIB}`) + 'x'.repeat(MIB));
    expect((await connection.answer())?.status).toBe(401);
    expect(await connection.closed).toBe('closed');
  });

  it('in a thousand chunks is counted and dropped', async () => {
    const connection = await RawConnection.toApi(service);
    connection.socket.write(`${head('Transfer-Encoding: chunked')}${chunk.repeat(1024)}0\r\n\r\n`);
    expect((await connection.answer())?.status).toBe(401);
    connection.end();
  });

  it('and one chunk more is rejected and not read', async () => {
    const connection = await RawConnection.toApi(service);
    connection.socket.write(`${head('Transfer-Encoding: chunked')}${chunk.repeat(4096)}`);
    expect((await connection.answer())?.status).toBe(413);
    expect(await connection.closed).toBe('closed');
  });
});

it('400 invalid_request for a body in more than 4,096 chunks', async () => {
  const connection = await RawConnection.toApi(service);
  const headers = [
    `Authorization: Bearer ${shop.token}`,
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
  ];
  connection.socket.write(headOf('createEnrollmentSession', ...headers).join('\r\n') + '1\r\n \r\n'.repeat(5000));
  const answer = (await connection.answer())!;
  expect([answer.status, answer.body]).toEqual([400, expect.stringContaining('too many chunks')]);
  expect(await connection.closed).toBe('closed');
});
