import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { Guests } from './guests.ts';

const HOUR_MS = 3_600_000;

/** Guests of one process, with a clock that the test moves. */
function guests() {
  const entries: number[] = [];
  let now = 1_800_000_000_000;
  const attempts = {
    count: async (_key: string, limit: number, since: number, at: number) =>
      entries.filter((each) => each > since).length < limit ? entries.push(at) : undefined,
    takeBack: async (counted: number) => void entries.splice(counted - 1, 1),
    erase: async () => 0,
  };
  const all = new Guests({ store: { attempts }, now: () => now });
  const socket = (): Socket => new EventEmitter() as Socket;
  const shared = socket();
  const call = (merchantId: string, row: object, work = async () => {}, on = shared): Promise<unknown> =>
    all.run({ merchantId, socket: on, row }, work).catch(({ status }: { status: number }) => status);
  return { call, socket, move: (ms: number) => (now += ms) };
}

it('a merchant has one search, export or test at a time, and all merchants together two', async () => {
  const { call } = guests();
  const { promise, resolve } = Promise.withResolvers<void>();
  const running = ['mch_1', 'mch_2'].map((id) => call(id, { isCostly: true }, () => promise));
  expect(await call('mch_1', { isCostly: true })).toBe(429);
  expect(await call('mch_3', { isCostly: true })).toBe(429);
  expect(await call('mch_1', {})).toBeUndefined();
  resolve();
  await Promise.all(running);
  expect(await call('mch_3', { isCostly: true })).toBeUndefined();
});

it('merchants have at most 32 of the 64 connections, until they close', async () => {
  const { call, socket } = guests();
  const sockets = Array.from({ length: 32 }, socket);
  for (const each of sockets) expect(await call('mch_1', {}, undefined, each)).toBeUndefined();
  expect(await call('mch_2', {}, undefined, socket())).toBe(429);
  expect(await call('mch_1', {}, undefined, sockets[0])).toBeUndefined();
  sockets[0]!.emit('close');
  expect(await call('mch_2', {}, undefined, socket())).toBeUndefined();
});

it('a merchant writes 120 audit entries an hour, and a call that fails counts for nothing', async () => {
  const { call, move } = guests();
  const row = { audit: 'client.rotate' };
  expect(await call('mch_1', row, () => Promise.reject(Object.assign(new Error('failed'), { status: 409 })))).toBe(409);
  for (let i = 0; i < 120; i++) expect(await call('mch_1', row)).toBeUndefined();
  expect(await call('mch_1', row)).toBe(429);
  move(HOUR_MS);
  expect(await call('mch_1', row)).toBeUndefined();
});
