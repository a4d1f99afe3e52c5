import { Agent, request } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { anyCapture, type AppSide } from './app-side.ts';
import { PageSide } from './page-side.ts';
import { RawConnection } from './raw-connection.ts';
import { TestService, type TestServiceOptions } from './running-service.ts';
import { SdkMerchant } from './sdk-merchant.ts';
import { ServiceProcess } from './service-process.ts';
import { TestClock } from './test-clock.ts';

const KB = 1000;
const MIB = 1_048_576;

/** On the time of another process. */
async function started(config: TestServiceOptions['config'] = {}): Promise<TestService> {
  const service = await TestService.start({ config, clock: new TestClock(Date.now()) });
  onTestFinished(() => service.stop());
  return service;
}

const times = <T>(count: number, make: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)));

describe('four Bio replies at once', () => {
  it.each<[string, string, string]>([
    ['of a megabyte in chunks of one byte', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '1\r\n \r\n'],
    ['of informational answers without end', '', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ])('%s: the calls of others are served', async (_what, head, piece) => {
    const { service, merchant, process } = await processWithMerchant();
    const bytes = Buffer.from(head + piece.repeat(MIB));
    merchant.instead = (req) => void req.socket.write(bytes);
    const apps = await times(4, async () => (await PageSide.open(merchant.calls)).join());
    const running = new Set(apps);
    const ended = apps.map((app) => callbackTo(process, app).finally(() => running.delete(app)));
    const others: number[] = [];
    const agent = new Agent({ connect: { ca: service.ca } });
    onTestFinished(() => agent.destroy());
    while (running.size > 0) {
      const url = `https://127.0.0.1:${process.ports.api}/v1/signing-keys`;
      const answer = await request(url, { dispatcher: agent });
      await answer.body.dump();
      others.push(answer.statusCode);
    }
    expect(others.filter((status) => status !== 200)).toEqual([]);
    for (const { text } of await Promise.all(ended)) expect(text).toContain('"status":"failed"');
    const result = await merchant.calls.result(apps[0]!.joined.session_id);
    expect(result.json.failure_code).toBe('merchant_bio_invalid_response');
  });

  async function processWithMerchant() {
    const service = await started();
    const merchant = await SdkMerchant.start(service);
    onTestFinished(() => merchant.stop());
    const process = await ServiceProcess.start({ folder: service.folder, databaseUrl: undefined });
    return { service, merchant, process };
  }

  async function callbackTo(process: ServiceProcess, app: AppSide): Promise<{ text: string }> {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${app.token}` };
    const body = JSON.stringify(await app.sealed(anyCapture()));
    return process.post(`/app/v1/sessions/${app.joined.session_id}/callback`, headers, body);
  }
});

it('one app token sends 64 halves of bodies from four addresses: 40 of 40 callbacks of others are accepted', async () => {
  const service = await started();
  const merchant = await SdkMerchant.start(service);
  onTestFinished(() => merchant.stop());
  const attacker = await (await PageSide.open(merchant.calls)).join();
  const refused: unknown[] = [];
  const half = async (kilobytes: number, last: number): Promise<void> => {
    const localAddress = `127.0.0.${last}`;
    const connection = await attacker.callbackInPart(' '.repeat(kilobytes * KB), MIB, { localAddress });
    onTestFinished(() => connection.end());
    void connection.answer().then((answer) => refused.push(answer?.status));
  };
  await times(64, (i) => half(540, 2 + (i % 4)));
  await expect.poll(() => refused.length).toBe(63);
  await times(60, () => half(30, 6));
  await expect.poll(() => refused).toEqual(Array(123).fill(429));
  const others = await times(40, async () => (await PageSide.open(merchant.calls)).join());
  const statuses: unknown[] = [];
  for (const app of others) {
    const body = { ...(await app.sealed(anyCapture())), padding: 'x'.repeat(60 * KB) };
    statuses.push((await app.callback(body)).json.status);
  }
  expect(statuses).toEqual(Array(40).fill('succeeded'));
});

it.each<[string, (service: TestService, merchant: SdkMerchant) => Promise<void>]>([
  [
    'callers without a token send 310 token requests in part, of which a share is held,',
    (service) =>
      sendInPart(310, async (localAddress) => {
        const connection = await RawConnection.toApi(service, { localAddress });
        const head = ['POST /oauth/token HTTP/1.1', 'Host: x', 'Content-Type: application/x-www-form-urlencoded'];
        connection.write(...head, 'Content-Length: 65536', '', 'a'.repeat(60 * KB));
        return connection;
      }),
  ],
  [
    'the apps of 130 sessions of one merchant send callbacks in part, of which a share is held,',
    (_service, { calls }) =>
      sendInPart(130, async (localAddress, i) => {
        const app = await (await PageSide.open(calls)).join();
        return app.callbackInPart(' '.repeat((i < 80 ? 540 : 120) * KB), MIB, { localAddress });
      }),
  ],
])('%s from five addresses: 20 of 20 callbacks of another merchant are accepted', async (_, attack) => {
  const service = await started();
  const [target, other] = [await SdkMerchant.start(service), await SdkMerchant.start(service)];
  for (const merchant of [target, other]) onTestFinished(() => merchant.stop());
  await attack(service, target);
  const statuses: unknown[] = [];
  for (let i = 0; i < 20; i++) {
    const app = await (await PageSide.open(other.calls)).join();
    const body = { ...(await app.sealed(anyCapture())), padding: 'x'.repeat(500 * KB) };
    const { status, json } = await app.callback(body);
    statuses.push(status === 200 ? json.status : status);
  }
  expect(statuses).toEqual(Array(20).fill('succeeded'));
});

/** From five addresses, until a limit refuses some. */
async function sendInPart(
  count: number,
  send: (localAddress: string, i: number) => Promise<RawConnection>,
): Promise<void> {
  let refused = 0;
  for (let sent = 0; sent < count; sent += 10)
    await times(10, async (i) => {
      const connection = await send(`127.0.0.${2 + (i % 5)}`, sent + i);
      onTestFinished(() => connection.end());
      void connection.answer().then(() => refused++);
    });
  await expect.poll(() => refused).toBeGreaterThan(20);
}

it('400 clients request a large page and read nothing: less than 300 KB each is kept, and another is served', async () => {
  const process = await ServiceProcess.start({ folder: (await started()).folder, databaseUrl: undefined });
  const ask = async (connection: RawConnection): Promise<number | undefined> => {
    connection.write('GET /docs/search.json HTTP/1.1', 'Host: x', '', '');
    return (await connection.answer())?.status;
  };
  const connect = (last: number): Promise<RawConnection> => process.rawConnection({ localAddress: `127.0.0.${last}` });
  const clients = await times(400, (i) => connect(2 + (i % 4)));
  onTestFinished(() => clients.forEach((client) => client.end()));
  const reader = await connect(9);
  expect(await ask(reader)).toBe(200);
  const before = process.memoryBytes();
  for (const client of clients) {
    client.socket.pause();
    void ask(client);
  }
  const begun = async (): Promise<number> => {
    const { text } = await process.ops('/metrics');
    const count = /^authly_http_request(?:s_in_flight|_duration_seconds_count\{route="\/docs\/\*".*\}) (\d+)$/gm;
    return [...text.matchAll(count)].reduce((sum, [, each]) => sum + Number(each), 0);
  };
  await expect.poll(begun).toBe(401);
  expect(await ask(reader)).toBe(200);
  expect((process.memoryBytes() - before) / 400).toBeLessThan(300 * KB);
});
