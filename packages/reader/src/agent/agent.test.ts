import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:https';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Image } from '@authly/fingerprint';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ReaderError } from '../errors.ts';
import type { CaptureOptions, FingerReader } from '../libfprint/usb-reader.ts';
import { startAgent, type Agent } from './agent.ts';
import type { AgentEvent } from './calls.ts';
import { agentCertificate, type AgentCertificate } from './certificate.ts';
import { PairedPages } from './paired-pages.ts';
import { Pairings } from './pairings.ts';

const PAGE = 'https://authly.example';
const OTHER = 'https://shop.example';
const PRINT: Image = { width: 2, height: 3, dpi: 500, pixels: Uint8Array.of(1, 2, 3, 4, 5, 6) };

let folder: string;
let now: number;
let agent: Agent;
let pages: PairedPages;
let pairings: Pairings;
let events: AgentEvent[];
let certificate: AgentCertificate;
let capture: (options: CaptureOptions) => Promise<Image>;

const certificateFolder = mkdtempSync(join(tmpdir(), 'agent-certificate-'));
beforeAll(async () => {
  certificate = await agentCertificate(certificateFolder, new Date());
});
afterAll(() => rmSync(certificateFolder, { recursive: true }));
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agent-'));
  now = Date.now();
  events = [];
  capture = async ({ onWaiting }) => {
    onWaiting?.();
    return { ...PRINT, pixels: Uint8Array.from(PRINT.pixels) };
  };
  const reader: FingerReader = { capture: (options) => capture(options) };
  pages = new PairedPages(join(folder, 'paired.json'), () => now);
  pairings = new Pairings({ now: () => now, accept: (origin) => pages.add(origin) });
  const onEvent = (event: AgentEvent): void => void events.push(event);
  agent = await startAgent({ reader, pages, pairings, origins: [PAGE], certificate, port: 0, onEvent });
});
afterEach(async () => {
  await agent.close();
  rmSync(folder, { recursive: true });
});

interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Record<string, unknown> & { error?: { code: string } };
}

const address = () => ({
  host: '127.0.0.1',
  servername: 'localhost',
  port: agent.port,
  ca: readFileSync(certificate.caFile),
});

function call(method: string, path: string, headers: Record<string, string> = {}, body = ''): Promise<Answer> {
  const all = { host: 'localhost:9446', origin: PAGE, ...headers };
  return new Promise((resolve, reject) => {
    const sent = request({ ...address(), method, path, headers: all, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (more: string) => (text += more));
      response.on('end', () => {
        const isJson = response.headers['content-type'] === 'application/json';
        const { statusCode: status = 0, headers: answered } = response;
        resolve({ status, headers: answered, body: (isJson ? JSON.parse(text) : { text }) as Answer['body'] });
      });
    });
    sent.on('error', reject).end(body);
  });
}

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
const codeOf = ({ status, body }: Answer): string => `${status} ${body.error?.code}`;

async function begin(): Promise<{ id: string; code: string }> {
  const { body } = await call('POST', '/reader/pairings');
  return { id: body['pairing_id'] as string, code: body['code'] as string };
}

describe('access to the agent', () => {
  it.each(['https://evil.example', 'https://authly.example.evil', 'http://authly.example', 'null', ''])(
    'the origin %j may not',
    async (origin) => {
      const answer = await call('GET', '/reader/agent', { origin });
      expect(codeOf(answer)).toBe('403 origin_not_allowed');
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      expect(codeOf(await call('POST', '/reader/pairings', { origin }))).toBe('403 origin_not_allowed');
    },
  );

  it.each(['evil.example', 'evil.example:9446', 'localhost.evil.example', '127.0.0.1.nip.io', '[::2]:9446'])(
    'a name that was pointed at this machine is not answered: %s',
    async (host) => expect(codeOf(await call('GET', '/reader/agent', { host }))).toBe('403 host_not_allowed'),
  );

  it('Chrome’s private network preflight succeeds only for allowed pages', async () => {
    const asked = { 'access-control-request-method': 'POST', 'access-control-request-private-network': 'true' };
    const allowed = await call('OPTIONS', '/reader/captures', asked);
    expect(allowed.status).toBe(204);
    expect(allowed.headers).toMatchObject({
      'access-control-allow-origin': PAGE,
      'access-control-allow-private-network': 'true',
      'access-control-allow-headers': 'Authorization',
      vary: 'Origin',
    });
    expect(codeOf(await call('OPTIONS', '/reader/captures', { ...asked, origin: OTHER }))).toBe(
      '403 origin_not_allowed',
    );
  });

  it('an allowed page without a pairing finds the agent but gets no image', async () => {
    expect((await call('GET', '/reader/agent')).body).toEqual({ agent: 'authly-reader', version: 1, paired: false });
    expect(codeOf(await call('POST', '/reader/captures'))).toBe('401 not_paired');
    expect(codeOf(await call('POST', '/reader/captures', bearer('x'.repeat(43))))).toBe('401 not_paired');
  });

  it('its address shows a page that says it runs', async () => {
    const { status, body, headers } = await call('GET', '/', { origin: '' });
    expect(status).toBe(200);
    expect(body['text']).toContain('The reader is ready');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('refuses unknown calls, other methods and bodies with their codes', async () => {
    expect(codeOf(await call('GET', '/other/agent'))).toBe('404 not_found');
    expect(codeOf(await call('DELETE', '/reader/agent'))).toBe('405 method_not_allowed');
    expect(codeOf(await call('POST', '/reader/pairings', { 'content-length': '3' }, 'abc'))).toBe(
      '413 body_not_allowed',
    );
  });
});

describe('connections', () => {
  const silent = (): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = connect(agent.port, '127.0.0.1', () => resolve(socket)).on('error', reject);
    });

  it('100 idle ones of another program neither keep a page out nor end a waiting capture', async () => {
    const token = pages.add(PAGE);
    const authorization = `Bearer ${token}`;
    const touched = Promise.withResolvers<Image>();
    const asked = Promise.withResolvers<void>();
    capture = () => {
      asked.resolve();
      return touched.promise;
    };
    const waiting = call('POST', '/reader/captures', { authorization });
    await asked.promise;
    const others: Socket[] = [];
    for (let i = 0; i < 100; i++) others.push(await silent());
    for (let i = 0; i < 5; i++)
      expect((await call('GET', '/reader/agent', { authorization })).body).toMatchObject({ paired: true });
    touched.resolve({ ...PRINT, pixels: Uint8Array.from(PRINT.pixels) });
    expect((await waiting).status).toBe(200);
    for (const socket of others) socket.destroy();
  });
});

describe('pairing', () => {
  it('300 pairings of one page print one line; after two minutes or a pairing there is another', async () => {
    const { body: first } = await call('POST', '/reader/pairings');
    for (let i = 0; i < 300; i++) expect(pairings.begin(PAGE).isNews).toBe(false);
    expect([first['code'], events.length]).toEqual([expect.any(String), 1]);
    pairings.confirm(pairings.begin(PAGE).code);
    await call('POST', '/reader/pairings');
    await call('POST', '/reader/pairings');
    expect(events).toHaveLength(2);
    now += 120_000;
    await call('POST', '/reader/pairings');
    expect(events.map(({ event }) => event)).toEqual(Array(3).fill('pairing_wanted'));
  });

  it('a page gets its token after its code is typed, and then images', async () => {
    const { id, code } = await begin();
    expect(code).toMatch(/^\d{6}$/);
    const waiting = call('GET', `/reader/pairings/${id}`);
    expect(pairings.confirm(` ${code.slice(0, 3)} ${code.slice(3)}`)).toBe(PAGE);
    const { token } = (await waiting).body as { token: string };
    expect((await call('GET', '/reader/agent', bearer(token))).body['paired']).toBe(true);
    const { status, body } = await call('POST', '/reader/captures', bearer(token));
    expect([status, body]).toEqual([200, { width: 2, height: 3, dpi: 500, pixels: 'AQIDBAUG' }]);
    expect(events.map(({ event }) => event)).toEqual(['pairing_wanted', 'capture_wanted', 'captured']);
  });

  it('returns a token once, and stores its hash in a file that only its owner can read', async () => {
    const { id, code } = await begin();
    pairings.confirm(code);
    const { token } = (await call('GET', `/reader/pairings/${id}`)).body as { token: string };
    expect(codeOf(await call('GET', `/reader/pairings/${id}`))).toBe('404 pairing_ended');
    const file = join(folder, 'paired.json');
    expect(readFileSync(file, 'utf8')).not.toContain(token);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const restarted = new PairedPages(file, () => now);
    expect([restarted.holds(token, PAGE), restarted.holds(token, OTHER), restarted.holds(`${token}x`, PAGE)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('`unpair` takes effect in a running agent at once, and later pairings do not restore a page', async () => {
    const token = pages.add(PAGE);
    expect((await call('GET', '/reader/agent', bearer(token))).body['paired']).toBe(true);
    const file = join(folder, 'paired.json');
    new PairedPages(file, () => now).clear();
    expect(codeOf(await call('POST', '/reader/captures', bearer(token)))).toBe('401 not_paired');
    const newer = pages.add(PAGE);
    for (const each of [pages, new PairedPages(file, () => now)])
      expect([each.holds(token, PAGE), each.holds(newer, PAGE)]).toEqual([false, true]);
  });

  it('a code is valid for two minutes, a token for 90 days', async () => {
    const { id, code } = await begin();
    const token = pages.add(PAGE);
    now += 120_000;
    expect(pairings.confirm(code)).toBeUndefined();
    expect(codeOf(await call('GET', `/reader/pairings/${id}`))).toBe('404 pairing_ended');
    now += 90 * 86_400_000 - 120_000 - 1;
    expect(pages.holds(token, PAGE)).toBe(true);
    now += 1;
    expect(pages.holds(token, PAGE)).toBe(false);
  });

  it('after three wrong codes all open codes are invalid', async () => {
    const { id, code } = await begin();
    const wrong = code === '000000' ? '000001' : '000000';
    for (let i = 0; i < 3; i++) expect(pairings.confirm(wrong)).toBeUndefined();
    expect(pairings.confirm(code)).toBeUndefined();
    expect(codeOf(await call('GET', `/reader/pairings/${id}`))).toBe('404 pairing_ended');
  });

  it('a waiting page is notified at once when its pairing ends or a newer one replaces it', async () => {
    const { id } = await begin();
    const waiting = call('GET', `/reader/pairings/${id}`);
    await begin();
    await begin();
    await begin();
    expect(codeOf(await waiting)).toBe('404 pairing_ended');
  });

  it('accepts a code in full-width digits of East Asian keyboards', async () => {
    const { code } = await begin();
    const wide = code.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
    expect(pairings.confirm(`${wide.slice(0, 3)}\u3000${wide.slice(3)}`)).toBe(PAGE);
  });
});

describe('a capture', () => {
  it('serves one page at a time, ends when its page disconnects, and the next one waits for its end', async () => {
    const token = pages.add(PAGE);
    const [begun, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<() => void>()];
    capture = ({ signal }) =>
      new Promise((_, reject) => {
        begun.resolve();
        signal.addEventListener('abort', () => ending.resolve(() => reject(new ReaderError('canceled'))));
      });
    const headers = { host: 'localhost', origin: PAGE, ...bearer(token) };
    const page = request({ ...address(), method: 'POST', path: '/reader/captures', headers, agent: false });
    page.on('error', () => undefined).end();
    await begun.promise;
    expect(codeOf(await call('POST', '/reader/captures', bearer(token)))).toBe('409 reader_busy');
    page.destroy();
    const end = await ending.promise;
    capture = async () => ({ ...PRINT, pixels: Uint8Array.of(9, 9, 9, 9, 9, 9) });
    const next = call('POST', '/reader/captures', bearer(token));
    // An answer that does not wait comes before this one.
    await call('GET', '/reader/agent', bearer(token));
    end();
    expect((await next).status).toBe(200);
  });

  it('returns the code of a failure, and never 408, which browsers repeat', async () => {
    const token = pages.add(PAGE);
    for (const [code, status] of [
      ['no_touch', 422],
      ['touch_again', 422],
      ['no_reader', 503],
      ['reader_failed', 502],
    ] as const) {
      capture = async () => {
        throw new ReaderError(code);
      };
      expect(codeOf(await call('POST', '/reader/captures', bearer(token)))).toBe(`${status} ${code}`);
    }
    capture = async () => {
      throw new TypeError('secret inside');
    };
    const broken = await call('POST', '/reader/captures', bearer(token));
    expect(codeOf(broken)).toBe('500 internal_error');
    expect(JSON.stringify(broken.body)).not.toContain('secret');
  });

  it('leaves no pixel in the agent’s memory', async () => {
    const token = pages.add(PAGE);
    const pixels = Uint8Array.of(7, 7, 7, 7, 7, 7);
    capture = async () => ({ ...PRINT, pixels });
    await call('POST', '/reader/captures', bearer(token));
    expect([...pixels]).toEqual([0, 0, 0, 0, 0, 0]);
  });
});
