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
/** The shown links, each with the second since when. */
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

it('shows a link and ten seconds later its next one: one call every twenty seconds', async () => {
  rotation.start();
  await pass(29_000);
  expect(shown.filter(([, url]) => url)).toEqual([
    [0, 'asked 1'],
    [10, 'asked 1, next'],
    [20, 'asked 2'],
  ]);
  expect(asked).toEqual([0, 20]);
});

it('waits for a link of the event stream, and asks for one only if none arrives', async () => {
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

it('shows a next link neither too early nor too late', async () => {
  api.links.put('qr', linkNamed('given'));
  rotation.start();
  // A sandbox moved the clock.
  api.clock.set(inMs(15_000));
  await pass(10_000);
  expect(shown.map(([, url]) => url)).toEqual(['given', 'asked 1']);
});

it('a late start shows the current link', async () => {
  api.links.put('qr', linkNamed('given'));
  await pass(12_000);
  rotation.start();
  expect(shown).toEqual([[12, 'given, next']]);
});

it('a hidden page keeps its link and asks for none; a visible one asks at once', async () => {
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

it('without a network it keeps the last link until it expires, and retries every two seconds', async () => {
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
