import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nextReceived } from '../../test/answer-received.ts';
import {
  answerJson,
  failureOf,
  GOOD_LOOKUP,
  LoopbackServer,
  makeCertificates,
  merchantAt,
  ServiceSide,
  type Certificates,
  type SeenRequest,
} from '../../test/bio-merchant.ts';
import type { Merchant } from '../merchants/merchant.ts';

const MIB = 1_048_576;

let certificates: Certificates;
let stranger: Certificates;
let side: ServiceSide;
const servers: LoopbackServer[] = [];

beforeAll(async () => {
  [certificates, stranger] = await Promise.all([makeCertificates(), makeCertificates(['shop.example'])]);
});
beforeEach(async () => {
  side = await ServiceSide.make();
});
afterEach(async () => {
  side.close();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

type Handler = (request: SeenRequest, res: ServerResponse, req: IncomingMessage) => void;

async function keep(started: Promise<LoopbackServer>): Promise<LoopbackServer> {
  servers.push(await started);
  return started;
}
const https = (handler: Handler, own = certificates) => keep(LoopbackServer.https(handler, own));
const plain = (onConnection?: (socket: Socket) => void) => keep(LoopbackServer.plain(onConnection));
/** With status 200. */
const answers =
  (body: unknown): Handler =>
  (_request, res) =>
    answerJson(res, 200, body);

const INVALID = { failure: 'merchant_bio_invalid_response', attempts: 1 };
interface Outcome {
  readonly failure: string;
  readonly attempts: number;
}

/** The deadline clock does not move, so these calls end without a timeout. */
async function lookUp(server: { readonly url: string }, settings: Partial<Merchant> = {}): Promise<Outcome> {
  const result = await side.lookup(merchantAt(`${server.url}/bio`, certificates.ca, settings));
  return { failure: failureOf(result), attempts: side.reports[0]!.attempts.length };
}

describe('a slow merchant is merchant_bio_timeout after its deadline and one more', () => {
  /** Not the default. */
  const TIMEOUT_MS = 4000;
  const TIMED_OUT = { failure: 'merchant_bio_timeout', attempts: 2 };

  const until = async (count: () => number, least: number): Promise<void> => {
    await expect.poll(count).toBeGreaterThanOrEqual(least);
  };

  /** Lets each attempt hang, then moves the clock to its deadline: it ends exactly then. */
  async function lookUpInVain(server: LoopbackServer, hangs: (attempt: number) => Promise<void>): Promise<Outcome> {
    const outcome = lookUp(server, { bioTimeoutMs: TIMEOUT_MS });
    for (const attempt of [1, 2]) {
      const due = side.deadlineClock.now() + TIMEOUT_MS;
      await hangs(attempt);
      side.deadlineClock.move(due - 1 - side.deadlineClock.now());
      expect(side.deadlineClock.waiting).toBe(1);
      side.deadlineClock.move(1);
      expect(side.deadlineClock.waiting).toBe(0);
    }
    return outcome;
  }

  it('headers never come; no connection stays open', async () => {
    const server = await https(() => {});
    expect(await lookUpInVain(server, (attempt) => until(() => server.seen.length, attempt))).toEqual(TIMED_OUT);
    expect(server.seen).toHaveLength(2);
    await expect.poll(() => server.openConnections).toBe(0);
  });

  it('the body comes byte by byte: the deadline does not move', async () => {
    const server = await https((_request, res) => {
      res.writeHead(200);
      const drip = (): void => void (!res.destroyed && res.write(' ', () => setImmediate(drip)));
      drip();
    });
    const dripping = async (): Promise<void> => {
      await nextReceived('piece of a body');
      side.deadlineClock.move(TIMEOUT_MS / 2);
      await nextReceived('piece of a body');
    };
    expect(await lookUpInVain(server, dripping)).toEqual(TIMED_OUT);
  });

  it('TCP is accepted and TLS never completes; no socket stays open', async () => {
    const closed: Promise<unknown>[] = [];
    const server = await plain((socket) => closed.push(once(socket.resume(), 'close')));
    expect(await lookUpInVain(server, (attempt) => until(() => closed.length, attempt))).toEqual(TIMED_OUT);
    await Promise.all(closed);
  });

  it('a late response within the deadline is accepted', async () => {
    const asked = Promise.withResolvers<ServerResponse>();
    const outcome = lookUp(await https((_request, res) => asked.resolve(res)), { bioTimeoutMs: TIMEOUT_MS });
    const res = await asked.promise;
    side.deadlineClock.move(TIMEOUT_MS - 1);
    answerJson(res, 200, GOOD_LOOKUP);
    expect(await outcome).toEqual({ failure: 'none', attempts: 1 });
    expect(side.deadlineClock.waiting).toBe(0);
  });

  it('the second attempt has the full deadline and a new connection, even if the first hung in its setup', async () => {
    const asked = Promise.withResolvers<ServerResponse>();
    const shop = await https((_request, res) => asked.resolve(res));
    let connections = 0;
    const inBetween = await plain((socket) => {
      if (++connections === 1) return socket.resume();
      const onward = connect(shop.port, '127.0.0.1');
      return socket
        .on('close', () => onward.destroy())
        .pipe(onward.on('error', () => {}))
        .pipe(socket);
    });
    const outcome = lookUp(inBetween, { bioTimeoutMs: TIMEOUT_MS });
    await until(() => connections, 1);
    side.deadlineClock.move(TIMEOUT_MS);
    const res = await asked.promise;
    side.deadlineClock.move(TIMEOUT_MS - 1);
    answerJson(res, 200, GOOD_LOOKUP);
    expect(await outcome).toEqual({ failure: 'none', attempts: 2 });
    expect(connections).toBe(2);
  });
});

describe('a dead merchant is merchant_bio_unavailable at once, after one more attempt', () => {
  const UNAVAILABLE = { failure: 'merchant_bio_unavailable', attempts: 2 };

  it('if the connection is closed at once', async () => {
    expect(await lookUp(await plain((socket) => socket.destroy()))).toEqual(UNAVAILABLE);
  });

  it('if the server does not speak TLS', async () => {
    const server = await plain((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'));
    expect(await lookUp(server)).toEqual(UNAVAILABLE);
  });

  it('if the server does not speak HTTP', async () => {
    const server = await https((_request, _res, req) => req.socket.write('SMTP ready\r\n'));
    expect(await lookUp(server)).toEqual(UNAVAILABLE);
  });

  it('if the headers never end', async () => {
    const server = await https((_request, _res, req) => {
      req.socket.write('HTTP/1.1 200 OK\r\n');
      const more = (): void =>
        void (req.socket.writable && req.socket.write(`x-more: ${'x'.repeat(4000)}\r\n`, () => setImmediate(more)));
      more();
    });
    expect(await lookUp(server)).toEqual(UNAVAILABLE);
  });

  it.each([
    ['a certificate of a CA that nobody named', () => [certificates, null]],
    ['a certificate of another CA than the merchant’s', () => [certificates, stranger.ca]],
    ['a certificate for another host', () => [stranger, stranger.ca]],
  ] as [string, () => [Certificates, bioCaPem: string | null]][])('%s; nothing is sent', async (_what, given) => {
    const [own, bioCaPem] = given();
    const server = await https(answers(GOOD_LOOKUP), own);
    expect(await lookUp(server, { bioCaPem })).toEqual(UNAVAILABLE);
    expect(server.seen).toHaveLength(0);
  });

  it('one merchant’s CA is not trusted for another', async () => {
    const server = await https(answers(GOOD_LOOKUP));
    expect((await lookUp(server)).failure).toBe('none');
    expect((await lookUp(server, { id: 'm_2', bioCaPem: null })).failure).toBe('merchant_bio_unavailable');
  });
});

describe('a lying merchant is merchant_bio_invalid_response, with no second attempt', () => {
  const GOOD = JSON.stringify(GOOD_LOOKUP);
  const sends =
    (body: string | Uint8Array, headers: Record<string, string> = { 'content-type': 'application/json' }): Handler =>
    (_request, res) =>
      void res.writeHead(200, headers).end(body);
  it.each<[string, Handler]>([
    ['4,001 parts', answers({ ...GOOD_LOOKUP, parts: Array.from({ length: 4001 }, () => 1) })],
    ['another user', answers({ ...GOOD_LOOKUP, merchant_user_ref: 'another' })],
    ['no JSON', sends('<html>Welcome</html>', { 'content-type': 'text/html' })],
    ['nothing', sends('')],
    ['another charset', sends(Buffer.from(GOOD, 'utf16le'), { 'content-type': 'application/json; charset=utf-16' })],
    ['a compressed body that nobody asked for', sends(gzipSync(GOOD), { 'content-encoding': 'gzip' })],
    ['201', (_request, res) => answerJson(res, 201, GOOD_LOOKUP)],
    ['204', (_request, res) => void res.writeHead(204).end()],
    ['206', (_request, res) => answerJson(res, 206, GOOD_LOOKUP)],
    [
      '101',
      (_request, _res, req) =>
        void req.socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n'),
    ],
  ])('%s', async (_what, handler) => {
    const server = await https(handler);
    expect(await lookUp(server)).toEqual(INVALID);
    expect(server.seen).toHaveLength(1);
  });
});

describe('a redirecting merchant is merchant_bio_invalid_response', () => {
  it.each([301, 302, 303, 307, 308])('%i is not followed: no other host gets the features', async (status) => {
    const elsewhere = await https(answers({ stored: true }));
    const server = await https(
      (_request, res) => void res.writeHead(status, { location: `${elsewhere.url}/enrollments` }).end(),
    );
    expect(failureOf(await side.store(merchantAt(server.url, certificates.ca)))).toBe('merchant_bio_invalid_response');
    expect([server.seen.length, elsewhere.connections]).toEqual([1, 0]);
  });
});

describe('an answer of 1 MiB', () => {
  const padded = (size: number): string => {
    const reply = JSON.stringify({ ...GOOD_LOOKUP, pad: '' });
    return reply.replace('"pad":""', `"pad":"${'x'.repeat(size - reply.length)}"`);
  };

  const inChunks = (res: ServerResponse, body: string): void => {
    res.writeHead(200);
    for (let at = 0; at < body.length; at += 100_000) res.write(body.slice(at, at + 100_000));
    res.end();
  };
  const atOnce = (res: ServerResponse, body: string): void =>
    void res.writeHead(200, { 'content-length': String(body.length) }).end(body);

  it.each([
    ['with a Content-Length', atOnce],
    ['in chunks', inChunks],
  ])('is accepted, and one byte more is not: %s', async (_what, answer) => {
    const server = await https((request, res) => answer(res, padded(request.url.startsWith('/more') ? MIB + 1 : MIB)));
    expect(await lookUp(server)).toMatchObject({ failure: 'none', attempts: 1 });
    expect(failureOf(await side.lookup(merchantAt(`${server.url}/more`, certificates.ca)))).toBe(
      'merchant_bio_invalid_response',
    );
    expect(server.seen).toHaveLength(2);
  });

  it('a stream without end is cut off at the cap, not at the deadline', async () => {
    const hungUp: Promise<unknown>[] = [];
    const server = await https((_request, res) => {
      hungUp.push(once(res, 'close'));
      res.writeHead(200);
      const chunk = Buffer.alloc(65_536, ' ');
      const more = (): void => void (!res.destroyed && res.write(chunk, () => setImmediate(more)));
      more();
    });
    expect(await lookUp(server)).toEqual(INVALID);
    await Promise.all(hungUp);
  });

  it.each<[string, Handler]>([
    [
      'in chunks of one byte ends after 4,096 of them',
      (_request, _res, req) => {
        req.socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
        req.socket.write('1\r\n \r\n'.repeat(5000));
      },
    ],
    [
      'that never begins ends after 8 informational answers',
      (_request, _res, req) => void req.socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(9)),
    ],
  ])('an answer %s', async (_what, handler) => {
    const server = await https(handler);
    expect(await lookUp(server)).toEqual(INVALID);
  });

  it('4,096 chunks and 8 informational answers are accepted', async () => {
    const reply = JSON.stringify(GOOD_LOOKUP);
    const chunks = Array.from(reply.padEnd(4096), (char) => `1\r\n${char}\r\n`);
    const server = await https((_request, _res, req) => {
      req.socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(8));
      req.socket.write(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunks.join('')}0\r\n\r\n`);
    });
    expect(await lookUp(server)).toMatchObject({ failure: 'none', attempts: 1 });
  });
});
