import type { HostedLink } from '@authly/contract/operations/hosted-link';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HostedApi } from './hosted-api.ts';
import { LinkRotation } from './link-rotation.ts';

const NOW = Date.UTC(2026, 0, 15, 9, 0, 0);
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();
const linkNamed = (name: string): HostedLink => ({
  app_url: name,
  expires_at: inMs(30_000),
  now: inMs(0),
  next: { app_url: `${name}, next`, expires_at: inMs(40_000) },
});

let api: HostedApi;
let rotation: LinkRotation;
/** What is shown, and since how many seconds after the beginning. */
let shown: [number, string | undefined][];
let asked: number[];
let reachable: boolean;
let seen: boolean;
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  [shown, asked, reachable, seen] = [[], [], true, true];
  const second = (): number => (Date.now() - NOW) / 1000;
  const answer = async (): Promise<Response> => {
    asked.push(second());
    if (!reachable) throw new TypeError('no network');
    return Response.json(linkNamed(`asked ${asked.length}`));
  };
  api = new HostedApi('ses_1.mac', { fetch: answer });
  rotation = new LinkRotation(
    api,
    'qr',
    (url) => shown.push([second(), url]),
    () => seen,
  );
});
afterEach(() => {
  rotation.stop();
  vi.useRealTimers();
});
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

it('a link and, ten seconds later, the one that came along with it: one call every twenty seconds', async () => {
  rotation.start();
  await pass(29_000);
  expect(shown.filter(([, url]) => url)).toEqual([
    [0, 'asked 1'],
    [10, 'asked 1, next'],
    [20, 'asked 2'],
  ]);
  expect(asked).toEqual([0, 20]);
});

it('what the event stream brings is waited for, and asked for only where it stays away', async () => {
  api.links.put('qr', linkNamed('given'));
  api.links.coming = ['qr'];
  rotation.start();
  await pass(21_000);
  api.links.put('qr', linkNamed('streamed'));
  await pass(21_499);
  expect(asked).toEqual([]);
  await pass(1);
  expect(asked).toEqual([42.5]);
  expect(shown.map(([, url]) => url)).toEqual(['given', 'given, next', 'streamed', 'streamed, next', 'asked 1']);
});

it('one that came for later is not shown before its time, nor when its time is over', async () => {
  api.links.put('qr', linkNamed('given'));
  rotation.start();
  // A sandbox moved the clock meanwhile.
  api.clock.set(inMs(15_000));
  await pass(10_000);
  expect(shown.map(([, url]) => url)).toEqual(['given', 'asked 1']);
});

it('begun late, it shows the one whose time it is', async () => {
  api.links.put('qr', linkNamed('given'));
  await pass(12_000);
  rotation.start();
  expect(shown).toEqual([[12, 'given, next']]);
});

it('unseen, it asks for nothing and shows what it showed; seen again, it asks at once', async () => {
  rotation.start();
  await pass(0);
  seen = false;
  await pass(60_000);
  expect([asked, shown]).toEqual([
    [0],
    [
      [0, undefined],
      [0, 'asked 1'],
    ],
  ]);
  seen = true;
  await rotation.renew();
  expect(shown.slice(2)).toEqual([
    [60, undefined],
    [60, 'asked 2'],
  ]);
});

it('without a network the last one stays until it is dead, and every two seconds another is asked for', async () => {
  rotation.start();
  await pass(0);
  reachable = false;
  await pass(60_000);
  expect(shown.slice(1, 4)).toEqual([
    [0, 'asked 1'],
    [10, 'asked 1, next'],
    [40, undefined],
  ]);
  expect(asked.slice(1, 4)).toEqual([20, 22, 24]);
  reachable = true;
  await pass(2000);
  expect(shown.at(-1)?.[1]).toMatch(/^asked \d+$/);
});
