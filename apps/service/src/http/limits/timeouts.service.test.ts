import { beforeAll, expect, it } from 'vitest';
import { driveTo } from '../../../test/drive-session.ts';
import { MerchantCalls } from '../../../test/merchant-calls.ts';
import { onOneStore } from '../../../test/on-stores.ts';
import { RawConnection } from '../../../test/raw-connection.ts';
import { TestService } from '../../../test/running-service.ts';

/**
 * Keep-alive is longer than that of the test's client, so that it does not meet a closing connection. Its handshakes, all at once on a busy
 * machine, must not time out.
 */
const TIMEOUTS = { headersMs: 3000, requestMs: 3000, keepAliveMs: 2000, handshakeMs: 3000 };
const FORM = 'Content-Type: application/x-www-form-urlencoded';
const POST_TOKEN = ['POST /oauth/token HTTP/1.1', 'Host: x', FORM, 'Content-Length: 1000', ''];

/** The service's timeouts end each of these: the test waits for the connection to close. */
onOneStore((fixture) => {
  let service: TestService;
  beforeAll(async () => {
    service = await fixture.start({ timeouts: TIMEOUTS });
  });

  it.concurrent.each<[what: string, sent: Buffer | string[]]>([
    ['without a TLS handshake', []],
    ['whose handshake stops halfway', Buffer.from('16030100', 'hex')],
    ['with plain HTTP on the TLS port', ['GET / HTTP/1.1', 'Host: x', '', '']],
  ])('a connection %s is cut off', async (_, sent) => {
    const connection = await RawConnection.plain(service.service.ports.api);
    if (Array.isArray(sent)) connection.write(...sent);
    else connection.socket.write(sent);
    expect(await connection.closed).toBe('closed');
  });

  it.concurrent('a silent client is cut off without a response: it may be a browser’s spare connection', async () => {
    const connection = await RawConnection.toApi(service);
    expect([await connection.closed, await connection.answer()]).toEqual(['closed', undefined]);
  });

  it.concurrent('headers that stop halfway: 400 invalid_request, and cut off', async () => {
    const connection = await RawConnection.toApi(service);
    connection.write('GET /v1/signing-keys HTTP/1.1', 'Host: x', '');
    const answer = await connection.answer();
    expect([answer?.status, JSON.parse(answer!.body).error.code]).toEqual([400, 'invalid_request']);
    expect(await connection.closed).toBe('closed');
  });

  it.concurrent.each<[what: string, lines: string[]]>([
    ['headers that come byte by byte', ['GET /v1/signing-keys HTTP/1.1', 'Host: x', 'X-Slow: ']],
    ['a body that comes byte by byte', [...POST_TOKEN, 'grant_type=']],
    ['a half-closed connection', ['hello', '', '']],
  ])('%s: cut off', async (_, lines) => {
    const connection = await RawConnection.toApi(service, { allowHalfOpen: true });
    connection.write(...lines);
    const drip = setInterval(() => connection.socket.write('x'), 20);
    expect(await connection.closed).toBe('closed');
    clearInterval(drip);
  });

  it.concurrent('a body that stops halfway is cut off', async () => {
    const connection = await RawConnection.toApi(service);
    connection.write(...POST_TOKEN, 'grant_type=');
    expect(await connection.closed).toBe('closed');
  });

  it.concurrent('an idle keep-alive connection is closed', async () => {
    const connection = await RawConnection.toApi(service);
    expect((await connection.ask('GET /v1/signing-keys'))?.status).toBe(200);
    expect(await connection.closed).toBe('closed');
  });

  it('a long poll is not affected by these timeouts', async () => {
    const shop = await MerchantCalls.of(service);
    const id = await shop.newSession();
    const answer = shop.result(id, 'merchant_user_ref=user-1&wait=25');
    await expect.poll(() => service.open('long_polls')).toBe(1);
    const slow = await RawConnection.toApi(service);
    slow.write(...POST_TOKEN, 'grant_type=');
    await slow.closed;
    await driveTo('opened', id, { store: service.service.store, now: service.clock.now() });
    expect((await answer).json.status).toBe('opened');
  });

  it('cut-off requests are no longer counted as in flight', async () => {
    await expect.poll(() => service.inFlight()).toBe(0);
  });
});

it('a client that sends requests and never reads is cut off, and its responses are dropped', async () => {
  const service = await TestService.start({ timeouts: { stalledMs: 300 } });
  const metrics = async (): Promise<string> => (await service.ops('/metrics')).text;
  const isCutOff = async (): Promise<boolean> => (await metrics()).includes('cut_off_total{why="stalled"} 1');
  const answered = async (): Promise<number> =>
    Number(
      /_duration_seconds_count\{route="\/openapi.json",method="GET",status="200"\} (\d+)/.exec(await metrics())?.[1],
    );
  const client = await RawConnection.toApi(service);
  client.socket.pause();
  const ask = ['GET /openapi.json HTTP/1.1', 'Host: x', '', ''].join('\r\n');
  // Until the socket buffers are full.
  for (let asked = 4; !(await isCutOff()); asked += 4) {
    client.socket.write(ask.repeat(4));
    await expect.poll(async () => (await answered()) === asked || (await isCutOff())).toBe(true);
  }
  await expect.poll(() => service.inFlight()).toBe(0);
  client.end();
  await service.stop();
});
