import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestService } from '../../test/running-service.ts';
import { TestClock } from '../../test/test-clock.ts';

let taken: Server;
let port: number;
beforeAll(async () => {
  taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  ({ port } = taken.address() as { port: number });
});
afterAll(() => void taken.close());

it.each([
  ['AUTHLY_PORT', 'port'],
  ['AUTHLY_HTTP_PORT', 'httpPort'],
  ['AUTHLY_OPS_PORT', 'opsPort'],
] as const)('a start on a taken port names %s, and leaves no timer', async (setting, field) => {
  const clock = new TestClock();
  await expect(TestService.start({ clock, config: { [field]: port } })).rejects.toThrow(
    `port ${port} is taken: stop what uses it, or set ${setting} to another`,
  );
  expect(clock.waiting).toBe(0);
});

it('a start on an address that this machine does not have names AUTHLY_HOST', async () => {
  await expect(TestService.start({ config: { host: '203.0.113.1' } })).rejects.toThrow(
    'AUTHLY_HOST is 203.0.113.1, which is no address of this machine',
  );
});

it('localhost is one address: there is no second server without limits', async () => {
  const service = await TestService.start({ config: { host: 'localhost' } });
  const isOpen = (host: string): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(service.service.ports.api, host)
        .once('connect', () => socket.destroy())
        .once('error', () => {})
        .once('close', (failed) => resolve(!failed));
    });
  expect((await Promise.all(['127.0.0.1', '::1'].map(isOpen))).filter(Boolean)).toHaveLength(1);
  await service.stop();
});
