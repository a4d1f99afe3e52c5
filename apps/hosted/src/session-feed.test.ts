import type { HostedLink } from '@authly/contract/operations/hosted-link';
import type { HostedSession } from '@authly/contract/operations/hosted-session';
import { PROCESSING_ALLOWANCE_MAX_MS } from '@authly/contract/wire/session-times';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HostedApi } from './hosted-api.ts';
import { SessionFeed, type FeedState } from './session-feed.ts';

const NOW = Date.UTC(2026, 0, 15, 9, 0, 0);
const ended = (status: HostedSession['status']): HostedSession => ({
  session_id: 'ses_1',
  mode: 'enroll',
  status,
});
const session = (status: HostedSession['status'], more: Partial<HostedSession> = {}): HostedSession => ({
  session_id: 'ses_1',
  mode: 'enroll',
  status,
  merchant_name: 'A shop',
  expires_at: new Date(NOW + 600_000).toISOString(),
  now: new Date(Date.now()).toISOString(),
  ...more,
});

/** A service that returns the test's answers. */
class Service {
  readonly asked: string[] = [];
  status = 200;
  /** The body of a refusal. */
  refusal = JSON.stringify({ error: { code: 'invalid_token', message: '', request_id: 'req_1' } });
  reachable = true;
  streams = true;
  current = session('opened');
  #writers: ReadableStreamDefaultController<Uint8Array>[] = [];

  readonly fetch = (async (input: string, init?: RequestInit) => {
    const asked = input.replace('/hosted/v1/', '');
    const path = asked.replace(/\?.*/, '');
    this.asked.push(asked);
    if (!this.reachable) throw new TypeError('no network');
    if (path === 'opened' && this.current.status === 'canceled') return new Response(this.refusal, { status: 409 });
    if (this.status !== 200) return new Response(this.refusal, { status: this.status });
    if (path !== 'events') return Response.json(this.current);
    return this.streams ? new Response(this.#stream(init?.signal ?? undefined)) : new Response('', { status: 502 });
  }) as typeof fetch;

  #stream(signal: AbortSignal | undefined): ReadableStream<Uint8Array> {
    return new ReadableStream({
      start: (writer) => {
        this.#writers.push(writer);
        signal?.addEventListener('abort', () => writer.error(new Error('cut')));
        this.#write(writer);
      },
    });
  }

  #write(writer: ReadableStreamDefaultController<Uint8Array>): void {
    writer.enqueue(new TextEncoder().encode(`event: session\ndata: ${JSON.stringify(this.current)}\n\n`));
  }

  change(current: HostedSession): void {
    this.current = current;
    for (const writer of this.#writers) this.#write(writer);
  }

  heartbeat(now: string): void {
    for (const writer of this.#writers)
      writer.enqueue(new TextEncoder().encode(`event: time\ndata: {"now":"${now}"}\n\n`));
  }

  giveLink(link: HostedLink): void {
    for (const writer of this.#writers)
      writer.enqueue(new TextEncoder().encode(`event: link\ndata: ${JSON.stringify({ via: 'button', ...link })}\n\n`));
  }

  breakOff(): void {
    for (const writer of this.#writers.splice(0)) writer.error(new Error('reset'));
  }
}

describe('SessionFeed', () => {
  let service: Service;
  let api: HostedApi;
  let feed: SessionFeed;
  let seen: FeedState[];
  beforeEach(() => {
    // Only the timers of the feed: other files of the same worker may have left timers of other kinds.
    vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    service = new Service();
    seen = [];
    api = new HostedApi('ses_1.mac', { fetch: service.fetch });
    feed = new SessionFeed(api, (state) => seen.push(state));
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
  const status = (): string | undefined => feed.state.session?.status;

  it('reports the page opened, then listens, and stops at the end', async () => {
    feed.start();
    await pass(10);
    expect(service.asked).toEqual(['opened', 'events']);
    service.change(session('app_launched', { match_code: '07', confirmed: false }));
    await pass(0);
    expect(status()).toBe('app_launched');
    service.change(ended('succeeded'));
    await pass(600_000);
    expect(status()).toBe('succeeded');
    expect(service.asked).toEqual(['opened', 'events']);
  });

  it('shows the outcome of a session that ended before it was opened', async () => {
    service.current = ended('canceled');
    feed.start();
    await pass(10);
    expect(status()).toBe('canceled');
  });

  it('retries after a 401 of a proxy, before and after the page is opened', async () => {
    const { refusal } = service;
    for (const isOpened of [false, true]) {
      [service.status, service.refusal] = [401, '<html>'];
      if (isOpened) service.breakOff();
      else feed.start();
      await pass(20_000);
      expect(feed.state.connection).toBe('retrying');
      [service.status, service.refusal] = [200, refusal];
      await pass(20_000);
      expect(feed.state.connection).toBe('live');
    }
  });

  it('stops at 401', async () => {
    service.status = 401;
    feed.start();
    await pass(600_000);
    expect(feed.state.connection).toBe('refused');
    expect(service.asked).toEqual(['opened']);
  });

  it('reopens a broken stream and shows changes in between', async () => {
    feed.start();
    await pass(10);
    service.current = session('app_launched');
    service.breakOff();
    await pass(1000);
    expect(status()).toBe('app_launched');
    expect(seen.map(({ connection }) => connection)).not.toContain('retrying');
  });

  it('reports a lost network, retries with backoff, and recovers', async () => {
    service.reachable = false;
    feed.start();
    await pass(60_000);
    expect(feed.state.connection).toBe('retrying');
    expect(service.asked.length).toBeLessThan(12);
    service.reachable = true;
    await pass(13_000);
    expect(feed.state.connection).toBe('live');
  });

  it('a refresh reads at once', async () => {
    service.reachable = false;
    feed.start();
    await pass(60_000);
    service.reachable = true;
    feed.refresh();
    await pass(10);
    expect(feed.state.connection).toBe('live');
  });

  it('polls every three seconds if streams do not work, and tries a stream occasionally', async () => {
    service.streams = false;
    feed.start();
    await pass(20_000);
    service.current = session('app_launched');
    await pass(3100);
    expect(status()).toBe('app_launched');
    service.streams = true;
    await pass(40_000);
    const reads = (): number => service.asked.filter((path) => path === 'session').length;
    const before = reads();
    await pass(30_000);
    expect(reads()).toBe(before);
  });

  it('closes a stream without heartbeats', async () => {
    feed.start();
    await pass(10);
    await pass(46_000);
    expect(service.asked.filter((path) => path === 'events')).toHaveLength(2);
  });

  it('reads once more when the session must have ended, although its stream is silent', async () => {
    service.current = session('processing');
    feed.start();
    await pass(10);
    const reads = (): number => service.asked.filter((path) => path === 'session').length;
    const beat = async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 15_000) {
        service.heartbeat(new Date(Date.now()).toISOString());
        await pass(15_000);
      }
    };
    await beat(600_000 + PROCESSING_ALLOWANCE_MAX_MS - 15_000);
    expect(reads()).toBe(0);
    await beat(30_000);
    expect(reads()).toBe(1);
  });

  it('gives up without an answer after that', async () => {
    feed.start();
    await pass(10);
    service.reachable = false;
    service.breakOff();
    await pass(600_000 + PROCESSING_ALLOWANCE_MAX_MS + 15_000);
    expect(feed.state.connection).toBe('lost');
    const before = service.asked.length;
    await pass(600_000);
    expect(service.asked.length).toBeLessThanOrEqual(before + 1);
  });

  it('the time left follows the service’s clock at each answer, event and heartbeat', async () => {
    const left = (): number => Math.round(api.clock.timeLeft(session('opened').expires_at!) / 60_000);
    const after = (minutes: number): string => new Date(NOW + minutes * 60_000).toISOString();
    service.current = session('opened', { now: after(1) });
    feed.start();
    await pass(10);
    expect(left()).toBe(9);
    service.change(session('app_launched', { now: after(4) }));
    await pass(0);
    expect(left()).toBe(6);
    service.heartbeat(after(8));
    await pass(0);
    expect([left(), status()]).toEqual([2, 'app_launched']);
  });

  it('the stream sends links while the page is visible; one received while hidden is the last', async () => {
    const link = (app_url: string): HostedLink => ({
      app_url,
      expires_at: new Date(Date.now() + 30_000).toISOString(),
      now: new Date(Date.now()).toISOString(),
      next: { app_url: `after ${app_url}`, expires_at: new Date(Date.now() + 40_000).toISOString() },
    });
    let seenBySomebody = true;
    feed = new SessionFeed(
      api,
      () => undefined,
      () => (seenBySomebody ? 'button' : undefined),
    );
    feed.start();
    await pass(10);
    expect([service.asked.at(-1), api.links.coming]).toEqual(['events?links=button', ['button']]);
    service.giveLink(link('one'));
    await pass(0);
    expect(api.links.newest('button')).toMatchObject({ app_url: 'one' });
    seenBySomebody = false;
    await pass(9000);
    expect(service.asked.at(-1)).toBe('events?links=button');
    service.giveLink(link('two'));
    await pass(1000);
    expect([service.asked.at(-1), api.links.coming]).toEqual(['events', []]);
    seenBySomebody = true;
    feed.refresh();
    await pass(1000);
    expect(service.asked.at(-1)).toBe('events?links=button');
  });

  it('an overtaken answer does not restore an earlier state', async () => {
    feed.start();
    await pass(10);
    service.change(ended('failed'));
    await pass(0);
    feed.show(session('app_launched'));
    expect(status()).toBe('failed');
  });
});
