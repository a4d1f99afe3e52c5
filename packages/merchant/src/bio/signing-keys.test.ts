import { beforeEach, describe, expect, test } from 'vitest';
import { createSigningKeys, type SigningKeys } from '../index.ts';
import { createFakeService, createVirtualClock, type FakeService, type VirtualClock } from '../testing/index.ts';

let service: FakeService;
let clock: VirtualClock;
let keys: SigningKeys;
beforeEach(async () => {
  clock = createVirtualClock();
  service = await createFakeService({ clock });
  keys = createSigningKeys({ baseUrl: service.baseUrl, fetch: service.fetch, clock });
});

const knows = async (keyId: string) => (await keys.find(keyId)) !== undefined;

test('follows a rotation right after the refetch of an old list', async () => {
  await knows(service.keys.active.keyId);
  clock.advance(300_000);
  await knows(service.keys.active.keyId);
  await service.keys.rotate();
  expect(await knows(service.keys.active.keyId)).toBe(true);
});

describe('after the clock was set back by a day', () => {
  test('a removed key is no longer trusted', async () => {
    const suspect = service.keys.active;
    await knows(suspect.keyId);
    await service.keys.rotate();
    service.keys.remove(suspect.keyId);
    clock.advance(-86_400_000);
    expect(await knows(suspect.keyId)).toBe(false);
  });

  test('a new key is found at its first use', async () => {
    await knows('stranger');
    clock.advance(-86_400_000);
    await knows(service.keys.active.keyId);
    await service.keys.rotate();
    expect(await knows(service.keys.active.keyId)).toBe(true);
  });

  test('a failed fetch is retried', async () => {
    service.answerNext(new Response('no', { status: 503 }));
    await expect(knows(service.keys.active.keyId)).rejects.toThrow('503');
    clock.advance(-86_400_000);
    expect(await knows(service.keys.active.keyId)).toBe(true);
  });
});

test('after a failed fetch the next lookups wait for one more, a second later: the service repeats its call at once', async () => {
  service.answerNext(new Response('no', { status: 503 }));
  await expect(knows(service.keys.active.keyId)).rejects.toThrow('503');
  const failedAt = clock.now();
  clock.advance(300);
  const both = [knows(service.keys.active.keyId), knows(service.keys.active.keyId)];
  expect(await Promise.all(both)).toEqual([true, true]);
  expect([service.requests.length, clock.now() - failedAt]).toEqual([2, 1000]);
});

test('options cannot raise the cache limits above 5 s and 5 minutes', async () => {
  keys = createSigningKeys({
    baseUrl: service.baseUrl,
    fetch: service.fetch,
    clock,
    cooldownMs: 60_000,
    maxAgeMs: 86_400_000,
  });
  await knows(service.keys.active.keyId);
  clock.advance(5_000);
  await knows('stranger');
  clock.advance(300_000);
  await knows(service.keys.active.keyId);
  expect(service.requests).toHaveLength(3);
});

test.each([
  ['another algorithm', { algorithm: 'rsa' }],
  ['another status', { status: 'revoked' }],
  ['a key that is no SPKI', { public_key_base64: 'AAAA' }],
  ['a key that is no base64', { public_key_base64: '%%%%' }],
])('an entry with %s is passed over and the rest of the list serves', async (_, change) => {
  const good = service.keys.active.published('active');
  service.answerNext(Response.json({ keys: [{ ...good, key_id: 'odd', ...change }, null, 7, good] }));
  expect(await knows('odd')).toBe(false);
  expect(await knows(good.key_id)).toBe(true);
});

test.each([
  ['a redirect', () => new Response(null, { status: 302, headers: { location: 'https://elsewhere.test' } })],
  ['an HTML page', () => new Response('<html>', { status: 200 })],
  ['JSON without keys', () => Response.json({})],
  ['an endless list', () => new Response(' '.repeat(70_000))],
])('%s is not a key list', async (_, answer) => {
  service.answerNext(answer());
  await expect(knows('any')).rejects.toThrow(/key list|JSON/);
});

test.each([
  'http://authly.example',
  'ftp://authly.example',
  'https://a:b@authly.example',
  'https://authly.example/?x=1',
  'nowhere',
])('%s is refused as a base URL', (baseUrl) => {
  expect(() => createSigningKeys({ baseUrl })).toThrow(TypeError);
});

test.each(['http://localhost:8790', 'http://127.0.0.1:8790/', 'http://[::1]:8790', 'https://authly.example/api/'])(
  '%s is accepted as a base URL',
  (baseUrl) => {
    expect(() => createSigningKeys({ baseUrl })).not.toThrow();
  },
);
