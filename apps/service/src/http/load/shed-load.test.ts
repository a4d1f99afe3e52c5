import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { codeOf, MerchantCalls } from '../../../test/merchant-calls.ts';
import { RawConnection } from '../../../test/raw-connection.ts';
import { TestService } from '../../../test/running-service.ts';
import { STANDS_AFTER_MS, TICK_MS } from './load-gauge.ts';

const lines: string[] = [];
let service: TestService;
let shop: MerchantCalls;
beforeAll(async () => {
  service = await TestService.start({ environment: 'production', logTo: { write: (line) => void lines.push(line) } });
  shop = await MerchantCalls.of(service);
});
afterAll(() => service.stop());

it('more than can be done in time: 503 unavailable with Retry-After, what was accepted is answered, and then all is as before', async () => {
  const id = await shop.newSession();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const sessions = { ...service.service.store.sessions };
  const slow = vi.spyOn(service.service.store.sessions, 'find').mockImplementation(async (session) => {
    await released;
    return sessions.find(session);
  });
  const accepted = Array.from({ length: 48 }, () => shop.result(id));
  await expect.poll(() => slow.mock.calls.length).toBe(accepted.length);
  const queue = vi.spyOn(service.service.store, 'waiting').mockReturnValue(38);
  expect((await service.get('/v1/signing-keys')).status).toBe(200);
  service.deadlineClock.move(STANDS_AFTER_MS);
  const refused = await refusal('reading', () => service.get('/v1/signing-keys'));
  expect(codeOf(refused)).toEqual([503, 'unavailable']);
  expect(refused.json.error.request_id).toBe(refused.headers['x-request-id']);
  expect(refused.headers).toMatchObject({
    'retry-after': '1',
    'cache-control': 'no-store',
    'strict-transport-security': 'max-age=31536000',
    'content-type': 'application/json; charset=utf-8',
  });
  expect(codeOf(await refusal('moving', () => shop.enroll()))).toEqual([503, 'unavailable']);
  expect(await refusalOfLongBody()).toMatchObject({ status: 503, headers: { connection: 'close' } });

  queue.mockRestore();
  slow.mockRestore();
  release();
  expect((await Promise.all(accepted)).map(({ status }) => status)).toEqual(accepted.map(() => 200));
  service.deadlineClock.move(TICK_MS);
  expect((await service.get('/v1/signing-keys')).status).toBe(200);
  expect((await shop.enroll()).status).toBe(201);
  service.deadlineClock.move(STANDS_AFTER_MS);
  expect(lines.filter((line) => line.includes('load shed'))).toEqual([
    expect.stringContaining('"refused":1'),
    expect.stringContaining('"refused":1'),
    expect.stringContaining('"refused":1'),
  ]);
});

/** A long body is not waited for: neither is its refusal held, nor is the rest of it read. */
async function refusalOfLongBody() {
  const connection = await RawConnection.toApi(service);
  connection.write('POST /v1/enrollment-sessions HTTP/1.1', 'Host: x', 'Content-Length: 1048576', '', '{');
  const answer = await connection.answer();
  await connection.closed;
  return answer;
}

/** It is held for a moment: the answer of a request that is refused. */
async function refusal<T>(importance: string, send: () => Promise<T>): Promise<T> {
  const answer = send();
  await expect
    .poll(async () => (await service.ops('/metrics')).text)
    .toContain(`authly_http_shed_total{importance="${importance}"} 1\n`);
  service.deadlineClock.move(2000);
  return answer;
}
