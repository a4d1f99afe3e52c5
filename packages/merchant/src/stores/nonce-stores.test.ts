import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NonceStore } from '../index.ts';
import { memoryNonces } from './memory.ts';
import { postgresNonces } from './postgres.ts';
import { redisNonces } from './redis.ts';
import { sqliteNonces } from './sqlite.ts';
import { createVirtualClock, type VirtualClock } from '../testing/index.ts';
import { IS_QUICK } from '../../../../test/kind.ts';
import { fakeRedis } from '../../test/fake-redis.ts';
import { openMerchantDatabase, openMerchantFile } from '../../test/merchant-database.ts';

interface Opened {
  readonly nonces: NonceStore;
  close(): Promise<void>;
}

const nothing = async () => undefined;

/** Stores whose expiry follows the moved clock. */
const openings: Record<string, (clock: VirtualClock) => Promise<Opened>> = {
  memory: async (clock) => ({ nonces: memoryNonces({ clock }), close: nothing }),
  sqlite: async (clock) => {
    const { db, close } = openMerchantFile();
    return { nonces: sqliteNonces(db, { clock }), close };
  },
  ...(!IS_QUICK && {
    postgres: async (clock: VirtualClock) => {
      const { pool, close } = await openMerchantDatabase();
      return { nonces: postgresNonces(pool, { clock }), close };
    },
  }),
  'redis by call (ioredis), in-process fake': async (clock) => ({
    nonces: redisNonces({ call: fakeRedis(clock) }),
    close: nothing,
  }),
  'redis by sendCommand (node-redis), in-process fake': async (clock) => {
    const send = fakeRedis(clock);
    return {
      nonces: redisNonces({ sendCommand: ([command = '', ...args]) => send(command, ...args) }),
      close: nothing,
    };
  },
  'redis by customCommand (GLIDE), in-process fake': async (clock) => {
    const send = fakeRedis(clock);
    return {
      nonces: redisNonces({ customCommand: ([command = '', ...args]) => send(command, ...args) }),
      close: nothing,
    };
  },
};

describe.each(Object.keys(openings))('%s', (name) => {
  const clock = createVirtualClock();
  let opened: Opened;
  beforeAll(async () => {
    opened = await openings[name]!(clock);
  });
  afterAll(() => opened.close());

  test('remembers a nonce exactly for the given time', async () => {
    const nonce = crypto.randomUUID();
    await opened.nonces.claim(nonce, 600_000);
    clock.advance(599_999);
    expect(await opened.nonces.has(nonce)).toBe(true);
    expect(await opened.nonces.claim(nonce, 600_000)).toBe(false);
    clock.advance(1);
    expect(await opened.nonces.has(nonce)).toBe(false);
    expect(await opened.nonces.claim(nonce, 600_000)).toBe(true);
  });

  test('of twenty concurrent claims exactly one succeeds', async () => {
    const nonce = crypto.randomUUID();
    const claims = await Promise.all(Array.from({ length: 20 }, () => opened.nonces.claim(nonce, 600_000)));
    expect(claims.filter(Boolean)).toHaveLength(1);
  });
});

test('an unexpected Redis answer throws and never counts as unused', async () => {
  for (const odd of ['QUEUED', '', ' ', false, true, [], [0], {}, undefined, 2]) {
    const nonces = redisNonces({ call: async () => odd });
    await expect(nonces.has('n')).rejects.toThrow('EXISTS');
    await expect(nonces.claim('n', 1)).rejects.toThrow('SET');
  }
  await expect(redisNonces({ call: async () => null }).has('n')).rejects.toThrow('EXISTS');
});

test('a Redis client may answer EXISTS with text', async () => {
  const has = (answer: unknown) => redisNonces({ call: async () => answer }).has('n');
  expect([await has('0'), await has('1')]).toEqual([false, true]);
});
