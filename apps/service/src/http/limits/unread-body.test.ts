import { operationPath } from '@authly/contract/wire/operation-path';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '@authly/contract/operation-table';
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { claim } from '../../../test/app-side.ts';
import { codeOf, MerchantCalls } from '../../../test/merchant-calls.ts';
import { PageSide } from '../../../test/page-side.ts';
import { RawConnection, type RawAnswer } from '../../../test/raw-connection.ts';
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

/** The answer to these lines, on a connection that the test ends. */
async function answerTo(lines: readonly string[]): Promise<Partial<RawAnswer> & { connection: RawConnection }> {
  const connection = await RawConnection.toApi(service);
  onTestFinished(() => connection.end());
  connection.write(...lines);
  return { ...(await connection.answer()), connection };
}

describe('a token in a header is checked before the body is read', () => {
  it.each(proveThemselvesFirst)('%s: 401 before the body arrives', async (name) => {
    expect((await answerTo(headOf(name, `Content-Length: ${OPERATIONS[name].maxBodyBytes}`))).status).toBe(401);
  });

  it.each(proveThemselvesFirst.filter((name) => OPERATIONS[name].method === 'POST'))(
    '%s: a body without a length is counted first and dropped',
    async (name) => {
      const lines = [...headOf(name, 'Transfer-Encoding: chunked').slice(0, -1), '5', 'hello', '0', '', ''];
      expect((await answerTo(lines)).status).toBe(401);
    },
  );

  it('and before a client that expects 100 Continue is asked for the body', async () => {
    const expecting = ['Content-Type: application/json', 'Content-Length: 2', 'Expect: 100-continue'];
    const stranger = await answerTo(headOf('createEnrollmentSession', ...expecting));
    expect([stranger.status, await stranger.connection.closed]).toEqual([401, 'closed']);
    const own = headOf('createEnrollmentSession', ...expecting, `Authorization: Bearer ${shop.token}`);
    const { status, connection } = await answerTo(own);
    expect(status).toBe(100);
    connection.write('{}');
    expect((await connection.answer())?.status).toBe(400);
  });

  it('a repeated callback is answered without reading its body', async () => {
    const app = await (await PageSide.open(shop)).join();
    await app.callback({ finger: 'RI', features: 'AAAA', enc_key: 'AAAA' });
    const path = operationPath('appCallback', { session_id: app.joined.session_id });
    const head = [`POST ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${app.token}`, 'Content-Length: 1000000'];
    expect((await answerTo([...head, '', ''])).status).toBe(200);
  });
});

describe('an unread body', () => {
  it('keeps its connection if it is small', async () => {
    const { status, connection } = await answerTo(headOf('createEnrollmentSession', 'Content-Length: 60000'));
    expect(status).toBe(401);
    connection.socket.write('x'.repeat(60_000));
    expect((await connection.ask('GET /v1/signing-keys'))?.status).toBe(200);
  });

  it('closes its connection if it is large: the client gets the error, and no more is read', async () => {
    const lines = headOf('createEnrollmentSession', 'Content-Length: 1048576');
    const { status, headers, connection } = await answerTo(lines);
    expect([status, headers?.['connection'], await connection.closed]).toEqual([401, 'close', 'closed']);
  });

  it('closes its connection if its length is unknown, even after a GET', async () => {
    const { headers, connection } = await answerTo(headOf('listSigningKeys', 'Transfer-Encoding: chunked'));
    expect([headers?.['connection'], await connection.closed]).toEqual(['close', 'closed']);
  });

  it('is not read for an unknown path', async () => {
    const lines = ['POST /v1/nothing HTTP/1.1', 'Host: x', 'Content-Length: 1048576', '', ''];
    expect((await answerTo(lines)).status).toBe(404);
  });
});

describe('a forged self-proving token costs no store read', () => {
  const forged = (token: string): string => token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A');

  it.each(['hostedSession', 'hostedEvents', 'hostedLink', 'hostedOpened', 'hostedCancel'] as const)(
    '%s: a forged hosted token',
    async (name) => {
      const { token } = await PageSide.open(shop);
      const looks = vi.spyOn(service.service.store.sessions, 'find');
      const answer = await service.request(operationPath(name), {
        method: OPERATIONS[name].method,
        headers: { authorization: `Bearer ${forged(token)}` },
      });
      expect([codeOf(answer), looks.mock.calls]).toEqual([[401, 'invalid_token'], []]);
    },
  );

  it('a forged link token', async () => {
    const link = await (await PageSide.open(shop)).linkToken();
    const looks = vi.spyOn(service.service.store.sessions, 'find');
    const answer = await claim(service, forged(link));
    expect([codeOf(answer), looks.mock.calls]).toEqual([[404, 'link_not_found'], []]);
    expect((await claim(service, link)).status).toBe(200);
  });
});

it('400 invalid_request for too many fields, in a form and in a query', async () => {
  const many = Array.from({ length: 101 }, (_, i) => `f${i}=x`).join('&');
  expect(codeOf(await service.postForm('/oauth/token', many))).toEqual([400, 'invalid_request']);
  expect(codeOf(await shop.result(await shop.newSession(), many))).toEqual([400, 'invalid_request']);
});

describe('an unauthenticated megabyte', () => {
  const head = (...headers: string[]): string => headOf('createEnrollmentSession', ...headers).join('\r\n');
  const chunk = `400\r\n${'x'.repeat(1024)}\r\n`;

  it('in a thousand chunks is counted and dropped', async () => {
    const whole = `${head('Transfer-Encoding: chunked')}${chunk.repeat(1024)}0\r\n\r\n`;
    expect((await answerTo([whole])).status).toBe(401);
  });

  it('and one chunk more is rejected and not read', async () => {
    const { status, connection } = await answerTo([head('Transfer-Encoding: chunked') + chunk.repeat(4096)]);
    expect([status, await connection.closed]).toEqual([413, 'closed']);
  });
});

it('400 invalid_request for a body in more than 4,096 chunks', async () => {
  const own = [`Authorization: Bearer ${shop.token}`, 'Content-Type: application/json', 'Transfer-Encoding: chunked'];
  const head = headOf('createEnrollmentSession', ...own).join('\r\n');
  const { status, body, connection } = await answerTo([head + '1\r\n \r\n'.repeat(5000)]);
  expect([status, body]).toEqual([400, expect.stringContaining('too many chunks')]);
  expect(await connection.closed).toBe('closed');
});
