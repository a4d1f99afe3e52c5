import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Matcher, Template } from './matcher.ts';
import type { Screened } from './engine-worker.ts';
import { HttpMatcher } from './http-matcher.ts';
import { nextReceived } from '../../test/answer-received.ts';
import { TestClock } from '../../test/test-clock.ts';

type Handler = (req: IncomingMessage, res: ServerResponse, body: string) => void;

let handler: Handler;
let server: Server;
let url: string;
const paths: string[] = [];
beforeAll(async () => {
  server = createServer((req, res) => {
    paths.push(`${req.method} ${req.url}`);
    let body = '';
    req.on('data', (chunk: Buffer) => (body += chunk.toString()));
    req.on('end', () => handler(req, res, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/compare`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const template = (text: string): Template => new Uint8Array(Buffer.from(text));
type Engine = ConstructorParameters<typeof HttpMatcher>[0]['engine'];
const screened = (): Screened => ({ probe: template('probe, screened'), enrolled: template('enrolled, screened') });
const engineSaying = (result: Awaited<ReturnType<Engine['screen']>>): Engine => ({
  warm: async () => {},
  inspect: async () => ({ fit: true }),
  screen: async (probe, enrolled) => {
    for (const taken of [probe, enrolled]) taken.fill(0);
    return result;
  },
  close: async () => {},
});
/** Deadlines pass only when a test moves it. */
const clock = new TestClock();
const DEADLINE_MS = 5000;
const matcher = (more: { engine?: Engine; url?: string; token?: string } = {}): HttpMatcher =>
  new HttpMatcher({
    type: 'fingerprint',
    url,
    token: undefined,
    engine: engineSaying(screened()),
    deadlineMs: DEADLINE_MS,
    clock,
    ...more,
  });
const resultOf = (with_: Handler, more: Parameters<typeof matcher>[0] = {}): ReturnType<Matcher['compare']> => {
  handler = with_;
  return matcher(more).compare(template('probe'), template('enrolled'), 'm_1');
};
const json =
  (status: number, body: string): Handler =>
  (_req, res) =>
    res.writeHead(status, { 'content-type': 'application/json' }).end(body);

describe('the call to the matcher', () => {
  it('POSTs the type and both screened records in base64, as JSON', async () => {
    let seen: unknown;
    await resultOf((req, res, body) => {
      seen = [req.method, req.headers['content-type'], JSON.parse(body)];
      res.end('{"matched":true}');
    });
    expect(seen).toEqual([
      'POST',
      'application/json',
      { type: 'fingerprint', probe: btoa('probe, screened'), enrolled: btoa('enrolled, screened') },
    ]);
  });

  it.each([
    ['text of the token file', 'a-token', 'Bearer a-token'],
    ['nothing without one', undefined, undefined],
  ])('sends as proof: %s', async (_, token, expected) => {
    let seen: string | undefined;
    const more = token === undefined ? {} : { token };
    await resultOf((req, res) => {
      seen = req.headers.authorization;
      res.end('{"matched":true}');
    }, more);
    expect(seen).toBe(expected);
  });

  it.each([true, false])('200 {"matched": %s} decides', async (matched) => {
    expect(await resultOf(json(200, JSON.stringify({ matched })))).toEqual({ matched });
  });

  it.each(['template_invalid', 'provider_timeout', 'provider_error'] as const)(
    'is not made when the built-in engine says %s: a replay, for one',
    async (failure) => {
      const before = paths.length;
      expect(await resultOf(json(200, '{"matched":true}'), { engine: engineSaying({ failure }) })).toEqual({
        failure,
      });
      expect(paths).toHaveLength(before);
    },
  );
});

describe('provider_error', () => {
  it.each<[string, Handler]>([
    ['500', json(500, '{"matched":true}')],
    ['404', json(404, '{"matched":true}')],
    ['204', json(204, '')],
    ['not JSON', json(200, '<html>')],
    ['an empty body', json(200, '')],
    ['null', json(200, 'null')],
    ['an array', json(200, '[true]')],
    ['matched as a text', json(200, '{"matched":"true"}')],
    ['no matched', json(200, '{"score":99}')],
    ['an answer of more than 64 KiB', json(200, `{"matched":true,"x":"${'x'.repeat(65_536)}"}`)],
    ['a connection that ends', (req) => req.socket.destroy()],
  ])('%s', async (_, with_) => {
    expect(await resultOf(with_)).toEqual({ failure: 'provider_error' });
  });

  it('a redirect, which is not followed', async () => {
    paths.length = 0;
    expect(await resultOf((_req, res) => res.writeHead(307, { location: '/elsewhere' }).end())).toEqual({
      failure: 'provider_error',
    });
    expect(paths).toEqual(['POST /compare']);
  });
});

describe('provider_timeout', () => {
  /** The call is still open one millisecond before the deadline. */
  function letTheDeadlinePass(): void {
    clock.move(DEADLINE_MS - 1);
    expect(clock.waiting).toBe(1);
    clock.move(1);
  }

  it('no answer within the deadline; the connection is ended', async () => {
    const asked = Promise.withResolvers<IncomingMessage>();
    const result = resultOf((req) => asked.resolve(req));
    const closed = once((await asked.promise).socket, 'close');
    letTheDeadlinePass();
    expect(await result).toEqual({ failure: 'provider_timeout' });
    await closed;
  });

  it('an answer that never ends within the deadline', async () => {
    const begun = nextReceived('piece of a body');
    const result = resultOf((_req, res) => void res.writeHead(200).write('{"matched":'));
    await begun;
    letTheDeadlinePass();
    expect(await result).toEqual({ failure: 'provider_timeout' });
  });

  it('the built-in engine and the matcher share one deadline', async () => {
    const engine: Engine = {
      ...engineSaying(screened()),
      screen: async () => {
        clock.move(DEADLINE_MS);
        return screened();
      },
    };
    expect(await resultOf(json(200, '{"matched":true}'), { engine })).toEqual({
      failure: 'provider_timeout',
    });
  });
});

it('the request body and the screened templates are wiped', async () => {
  const records = screened();
  const made: Buffer[] = [];
  const from = Buffer.from.bind(Buffer) as (...args: unknown[]) => Buffer;
  const watch = vi.spyOn(Buffer, 'from').mockImplementation(((...args: unknown[]) => {
    const buffer = from(...args);
    if (typeof args[0] === 'string' && args[0].includes('"probe"')) made.push(buffer);
    return buffer;
  }) as never);
  await resultOf(json(200, '{"matched":true}'), { engine: engineSaying(records) });
  watch.mockRestore();
  expect(Object.values(records).every((record: Template) => record.every((byte) => byte === 0))).toBe(true);
  expect(made.map((buffer) => buffer.every((byte) => byte === 0))).toEqual([true]);
});

describe('many calls', () => {
  const compare = (one: HttpMatcher, merchantId: string): ReturnType<Matcher['compare']> =>
    one.compare(template('probe'), template('enrolled'), merchantId);

  it('wait for one of 32 connections, and the deadline includes the wait', async () => {
    const held: ServerResponse[] = [];
    handler = (_req, res) => void held.push(res);
    const one = matcher();
    const compared = Array.from({ length: 40 }, () => compare(one, 'm_1'));
    await expect.poll(() => held.length).toBe(32);
    held[0]!.end('{"matched":true}');
    await expect.poll(() => held.length).toBe(33);
    clock.move(DEADLINE_MS);
    const ends = await Promise.all(compared);
    expect(ends.filter((end) => 'failure' in end && end.failure === 'provider_timeout')).toHaveLength(39);
  });

  it('of one merchant beyond its share are shed at once, and those of another merchant are not', async () => {
    const held: ServerResponse[] = [];
    handler = (_req, res) => void held.push(res);
    const one = matcher();
    const compared = Array.from({ length: 256 }, () => compare(one, 'm_1'));
    await expect.poll(() => held.length).toBe(32);
    expect(await compare(one, 'm_1')).toEqual({ failure: 'provider_timeout' });
    handler = json(200, '{"matched":true}');
    const another = compare(one, 'm_2');
    for (const res of held) res.end('{"matched":true}');
    expect(await another).toEqual({ matched: true });
    expect(await Promise.all(compared)).toEqual(compared.map(() => ({ matched: true })));
  });
});
