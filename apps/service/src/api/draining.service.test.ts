import { describe, expect, it } from 'vitest';
import { MerchantCalls } from '../../test/merchant-calls.ts';
import { onOneStore } from '../../test/on-stores.ts';
import { RawConnection } from '../../test/raw-connection.ts';

/** Counts ports of this process only: the system may have given a closed port to another process. */
async function openPorts(): Promise<number> {
  // A closed server is listed until the next turn of the event loop.
  for (let round = 0; round < 2; round++) await new Promise((resolve) => setImmediate(resolve));
  return process.getActiveResourcesInfo().filter((each) => each === 'TCPServerWrap').length;
}

const GET_KEYS = ['GET /v1/signing-keys HTTP/1.1', 'Host: x'];

onOneStore((fixture) => {
  describe('a draining process', () => {
    it('answers a long poll in flight at once with the current session', async () => {
      const service = await fixture.start();
      const shop = await MerchantCalls.of(service);
      const id = await shop.newSession();
      const answer = shop.result(id, 'merchant_user_ref=user-1&wait=25');
      await expect.poll(() => service.open('long_polls')).toBe(1);
      const closing = service.service.close();
      const { status, json, headers } = await answer;
      expect([status, json.status, headers['connection']]).toEqual([200, 'created', 'close']);
      await closing;
    });

    it('503 unavailable with Retry-After for a new request on a kept-alive connection, which then ends', async () => {
      const lines: string[] = [];
      const service = await fixture.start({ logTo: { write: (line) => void lines.push(line) } });
      const connection = await RawConnection.toApi(service);
      // The second request began before the drain, so its connection is not idle.
      connection.write(...GET_KEYS, '', ...GET_KEYS, '');
      expect((await connection.answer())?.status).toBe(200);
      const closing = service.service.close();
      expect((await service.ops('/readyz')).status).toBe(503);
      connection.write('', '');
      const answer = (await connection.answer())!;
      expect([answer.status, answer.headers['retry-after'], answer.headers['connection']]).toEqual([503, '1', 'close']);
      expect(JSON.parse(answer.body)).toEqual({
        error: { code: 'unavailable', message: expect.any(String), request_id: answer.headers['x-request-id'] },
      });
      await connection.closed;
      await closing;
      expect(lines.filter((line) => line.includes('"why":"draining"'))).toHaveLength(1);
    });

    it('finishes a request whose body is still arriving', async () => {
      const service = await fixture.start();
      const shop = await MerchantCalls.of(service);
      const body = JSON.stringify(shop.enrollment());
      const connection = await RawConnection.toApi(service);
      connection.write(
        'POST /v1/enrollment-sessions HTTP/1.1',
        'Host: x',
        'Content-Type: application/json',
        `Authorization: Bearer ${shop.token}`,
        `Content-Length: ${body.length}`,
        '',
        body.slice(0, 10),
      );
      await expect.poll(() => service.inFlight()).toBe(1);
      const closing = service.service.close();
      connection.write(body.slice(10));
      expect((await connection.answer())?.status).toBe(201);
      await closing;
    });

    it('does not wait for silent connections, before or after their handshake', async () => {
      const service = await fixture.start();
      const silent = [await RawConnection.plain(service.service.ports.api), await RawConnection.toApi(service)];
      await service.service.close();
      for (const { closed } of silent) expect(await closed).toBe('closed');
    });

    it('waits for the rest of a request until the normal timeout', async () => {
      const service = await fixture.start();
      const [headers, body] = [await RawConnection.toApi(service), await RawConnection.toApi(service)];
      // The second request began before the first one was answered.
      headers.write(...GET_KEYS, '', ...GET_KEYS, '');
      expect((await headers.answer())?.status).toBe(200);
      const form = 'Content-Type: application/x-www-form-urlencoded';
      body.write('POST /oauth/token HTTP/1.1', 'Host: x', form, 'Content-Length: 1000', '', 'grant_type=');
      await expect.poll(() => service.inFlight()).toBe(1);
      const before = service.waiting;
      const closing = service.service.close();
      // Only the three timers of draining remain.
      await expect.poll(() => service.clock.waiting).toBeGreaterThanOrEqual(before + 3 - 1);
      service.clock.move(9999);
      expect((await service.ops('/readyz')).status).toBe(503);
      expect([headers.socket.destroyed, body.socket.destroyed]).toEqual([false, false]);
      service.clock.move(1);
      expect(await headers.closed).toBe('closed');
      service.clock.move(19_999);
      expect((await service.ops('/readyz')).status).toBe(503);
      expect(body.socket.destroyed).toBe(false);
      service.clock.move(1);
      await closing;
      expect(await body.closed).toBe('closed');
    });

    it('returns 503 on /readyz before it drains, and still serves requests', async () => {
      const service = await fixture.start();
      const before = service.waiting;
      let isOver = false;
      const notReady = service.service.reportNotReady(5000).then(() => (isOver = true));
      expect(service.clock.waiting).toBeGreaterThan(before);
      service.clock.move(4999);
      expect((await service.ops('/readyz')).status).toBe(503);
      expect((await service.get('/v1/signing-keys')).status).toBe(200);
      expect(isOver).toBe(false);
      service.clock.move(1);
      await notReady;
      await service.service.close();
    });

    it('accepts no new connection, and all its ports are closed when it has finished', async () => {
      const before = await openPorts();
      const service = await fixture.start();
      expect(await openPorts()).toBe(before + 3);
      await service.service.close();
      expect(await openPorts()).toBe(before);
    });
  });
});
