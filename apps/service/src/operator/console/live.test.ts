import type { ServerResponse } from 'node:http';
import { Duplex } from 'node:stream';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { TestClock } from '../../../test/test-clock.ts';
import type { ConsoleSignIn } from '../../storage/port/store.ts';
import { addLive, type LiveOptions } from './live.ts';

/** The connection of a page that sends one request and reads nothing. */
const unread = (): Duplex => {
  const request = 'GET /api/live HTTP/1.1\r\nHost: x\r\nCookie: __Host-authly-console=token\r\n\r\n';
  const connection = new Duplex({ read() {}, write() {} });
  connection.push(request);
  return connection;
};

it('a stream that has ended, but is not read, gets no more updates', async () => {
  const clock = new TestClock();
  let signIn: Partial<ConsoleSignIn> | undefined = { hash: 'hash', beganAt: clock.now(), usedAt: clock.now() };
  let changed = (_id: string): void => {};
  const fastify = Fastify();
  const store = { console: { find: async () => signIn }, sessions: { list: async () => [] } };
  const hub = { onChange: (listener: typeof changed) => ((changed = listener), () => {}) };
  addLive(fastify, { clock, now: () => clock.now(), store, hub } as unknown as LiveOptions);
  let response: ServerResponse | undefined;
  fastify.addHook('onRequest', async (_request, { raw }) => void (response = raw));
  await fastify.ready();
  fastify.server.emit('connection', unread());
  await expect.poll(() => clock.waiting).toBe(1);
  const errors: unknown[] = [];
  response!.on('error', (error) => errors.push(error));

  signIn = undefined;
  await expect.poll(() => (clock.move(1000), response!.writableEnded)).toBe(true);
  for (let i = 0; i < 3; i++) {
    changed('ses_1');
    clock.move(1000);
    await new Promise(setImmediate);
  }
  expect([response!.closed, errors]).toEqual([false, []]);
  response!.destroy();
  await fastify.close();
});
