import { tabStorage, type PageStorage } from '@authly/ui/storage.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testSealing } from '../../../service/test/test-sealing.ts';
import { CaptureReader } from '../worker/capture-reader.ts';
import type { EngineRequest } from '../worker/engine-worker.ts';
import type { CaptureSource } from '../worker/messages.ts';
import { loadVisit, saveVisit } from './saved-visit.ts';
import { Visit } from './visit.ts';

it('restores a visit after a reload, and ignores a damaged one', () => {
  let stored: string | undefined;
  const storage: PageStorage = { get: () => stored, set: (_key, value) => void (stored = value) };
  expect(loadVisit(storage)).toEqual({});
  saveVisit(storage, { consented: true, finger: 'RI' });
  expect(loadVisit(storage)).toEqual({ consented: true, finger: 'RI' });
  stored = '{broken';
  expect(loadVisit(storage)).toEqual({});
});

/** The engine in this thread. */
class EngineHere extends EventTarget {
  static latest: EngineHere;
  static isBlocked = false;
  static requests: string[] = [];
  readonly #reader = new CaptureReader();

  constructor() {
    super();
    EngineHere.latest = this;
    if (EngineHere.isBlocked) queueMicrotask(() => this.die());
  }

  async postMessage({ id, name, args }: EngineRequest): Promise<void> {
    EngineHere.requests.push(name);
    if (EngineHere.isBlocked) return;
    const call = this.#reader[name] as (...args: readonly unknown[]) => unknown;
    const answer = await Promise.resolve()
      .then(() => call.apply(this.#reader, [...args]))
      .then(
        (result) => ({ id, result }),
        (error: Error) => ({ id, error: error.name }),
      );
    this.dispatchEvent(new MessageEvent('message', { data: answer }));
  }

  die(): void {
    this.dispatchEvent(new Event('error'));
  }

  terminate(): void {}
}

type Call = 'claims' | 'session' | 'confirm' | 'callback' | 'failure';

/** Answers before the service's own, in turn. */
let odd: Partial<Record<Call, (() => Response | Promise<Response>)[]>>;
let calls: Call[];
let mode: 'enroll' | 'verify';
let confirmed: boolean;
let visit: Visit;
let ended: PromiseWithResolvers<Response>;

async function answer(url: string): Promise<Response> {
  if (!url.startsWith('/app/v1/')) return new Response('', { status: 404 });
  const call = (/claims|confirm|callback|failure/.exec(url)?.[0] ?? 'session') as Call;
  calls.push(call);
  const instead = odd[call]?.shift();
  if (instead) return instead();
  const status = { session_id: 'ses_1', status: 'app_launched', confirmed };
  if (call === 'session') return url.includes('wait=0') ? Response.json(status) : ended.promise;
  if (call !== 'claims') return Response.json({ ...status, status: call === 'failure' ? 'failed' : 'succeeded' });
  const { seal } = await testSealing();
  return Response.json({ ...status, mode, type: 'fingerprint', app_token: 't', seal, finger: 'RI' });
}

beforeEach(() => {
  [odd, calls, mode, confirmed, EngineHere.isBlocked, EngineHere.requests] = [{}, [], 'verify', true, false, []];
  ended = Promise.withResolvers();
  saveVisit(tabStorage, {});
  const page = new EventTarget();
  vi.stubGlobal('fetch', answer);
  vi.stubGlobal('Worker', EngineHere);
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  // The user looks at the page whenever the connection is lost, so that no retry waits.
  visit = new Visit(({ offline }) => offline && setTimeout(() => page.dispatchEvent(new Event('online'))));
});
afterEach(() => {
  visit.leave();
  vi.unstubAllGlobals();
});

const shown = (): unknown[] => {
  const { screen, captures, latest } = visit.state;
  return [screen, captures.length, latest?.assessment];
};
const pressing = (impression: number): CaptureSource => ({ from: 'synthetic', finger: 5, impression, smudged: false });

async function atCapture(): Promise<void> {
  await visit.start('link', true);
  visit.consent();
}

it.each<[Call, string, () => Response]>([
  ['claims', '408 of a proxy', () => new Response('<html>', { status: 408 })],
  ['session', '403 of a firewall', () => new Response('blocked', { status: 403 })],
  ['callback', '200 that breaks off', () => new Response('{"session_id":"ses_')],
])('the call %s is repeated after a %s, and nothing ends', async (call, _, instead) => {
  odd = { [call]: [instead] };
  await atCapture();
  await visit.capture(pressing(0));
  await visit.accept();
  expect([visit.state.screen, visit.state.status]).toEqual(['ended', 'succeeded']);
  expect(calls.filter((one) => one === call).length).toBeGreaterThan(1);
  expect(calls).not.toContain('failure');
});

it('a link that is refused while a capture is sent stays refused: the capture’s own refusal changes nothing', async () => {
  const refusal = (): Response => Response.json({ error: { code: 'unauthorized', request_id: 'r' } }, { status: 401 });
  const callback = async (): Promise<Response> => {
    ended.resolve(refusal());
    await vi.waitUntil(() => visit.state.screen === 'invalid-link');
    return refusal();
  };
  odd = { callback: [callback] };
  await atCapture();
  await visit.capture(pressing(0));
  await visit.accept();
  expect(visit.state.screen).toBe('invalid-link');
  expect(calls).not.toContain('failure');
});

it('a number without an answer is not repeated, because each wrong one counts; the user types it again', async () => {
  confirmed = false;
  odd = { confirm: [() => new Response('<html>', { status: 502 })] };
  await visit.start('link', true);
  await visit.confirmNumber('42');
  expect([visit.state.screen, visit.state.numberProblem]).toEqual(['number', 'action_failed']);
  expect(calls.filter((call) => call === 'confirm')).toHaveLength(1);
  await visit.confirmNumber('42');
  expect(visit.state.screen).toBe('consent');
});

describe('when the engine', () => {
  it('ends between captures, the app says so and starts over from capture 1', async () => {
    mode = 'enroll';
    await atCapture();
    await visit.capture(pressing(0));
    await visit.accept();
    expect(shown()).toEqual(['capture', 1, undefined]);
    EngineHere.latest.die();
    await visit.capture(pressing(1));
    expect(shown()).toEqual(['review', 0, 'failed']);
    visit.again();
    await visit.captureAll(
      (
        (impression) => () =>
          pressing(impression++)
      )(1),
      'RI',
    );
    expect(visit.state.status).toBe('succeeded');
  });

  it('ends before a capture is sealed, the app says so and asks for another', async () => {
    await atCapture();
    await visit.capture(pressing(0));
    EngineHere.latest.die();
    await visit.accept();
    expect(shown()).toEqual(['review', 0, 'failed']);
    expect(calls).not.toContain('failure');
  });

  it('says nothing any more, the app says so after a minute', async () => {
    await atCapture();
    vi.useFakeTimers();
    EngineHere.isBlocked = true;
    const reading = visit.capture(pressing(0));
    await vi.advanceTimersByTimeAsync(60_000);
    await reading;
    vi.useRealTimers();
    expect(shown()).toEqual(['review', 0, 'failed']);
  });

  it('does not load, a look of the camera says so, and the next one loads it again', async () => {
    EngineHere.isBlocked = true;
    await atCapture();
    const frame = (): Parameters<Visit['look']>[0] => ({
      picture: { width: 300, height: 400, data: new Uint8ClampedArray(300 * 400 * 4) },
      now: false,
    });
    expect(await visit.look(frame())).toBeUndefined();
    expect(shown()).toEqual(['review', 0, 'failed']);
    EngineHere.isBlocked = false;
    visit.again();
    expect(await visit.look(frame())).toMatchObject({ isReady: false });
    expect(visit.state.screen).toBe('capture');
  });
});

it('a smudged capture is never sent', async () => {
  await atCapture();
  await visit.capture({ from: 'synthetic', finger: 5, impression: 0, smudged: true });
  await visit.accept();
  expect(shown()).toEqual(['review', 0, 'absent']);
  expect(calls).not.toContain('callback');
});

it('of two captures at once the first is read, and can be used', async () => {
  await atCapture();
  await Promise.all([visit.capture(pressing(0)), visit.capture(pressing(1))]);
  expect(EngineHere.requests.filter((name) => name === 'read')).toHaveLength(1);
  await visit.accept();
  expect(visit.state.status).toBe('succeeded');
});
