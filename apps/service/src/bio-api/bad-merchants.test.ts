import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
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
import { inOwnTime } from '../../test/own-time.ts';
import type { Merchant } from '../merchants/merchant.ts';

const TIMEOUT_MS = 300;
/** What the work itself may add to a deadline. */
const MARGIN_MS = 700;
const MIB = 1_048_576;

let certificates: Certificates;
let stranger: Certificates;
let side: ServiceSide;
const servers: LoopbackServer[] = [];

beforeAll(async () => {
  [certificates, stranger] = await Promise.all([makeCertificates(), makeCertificates(['shop.example'])]);
});
afterEach(async () => {
  side.close();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

type Handler = (request: SeenRequest, res: ServerResponse, req: IncomingMessage) => void;

const https = async (handler: Handler, own = certificates): Promise<LoopbackServer> =>
  keep(await LoopbackServer.https(own, handler));
const plain = async (onConnection?: (socket: Socket) => void): Promise<LoopbackServer> =>
  keep(await LoopbackServer.plain(onConnection));
function keep(server: LoopbackServer): LoopbackServer {
  servers.push(server);
  return server;
}

interface Outcome {
  readonly failure: string;
  readonly attempts: number;
  /** Real time, which the machine may lengthen. */
  readonly ms: number;
  /** Time of this process, which it may not. */
  readonly ownMs: number;
}

async function lookUp(server: { readonly url: string }, settings: Partial<Merchant> = {}): Promise<Outcome> {
  side = await ServiceSide.make();
  const began = performance.now();
  const at = merchantAt(`${server.url}/bio`, certificates.ca, { bioTimeoutMs: TIMEOUT_MS, ...settings });
  const { result, ownMs } = await inOwnTime(() => side.lookup(at));
  return { failure: failureOf(result), attempts: side.reports[0]!.attempts, ms: performance.now() - began, ownMs };
}

/** Both attempts used their whole deadline, and no more than that. */
const timed = ({ failure, attempts, ms, ownMs }: Outcome): unknown[] => [
  failure,
  attempts,
  ms >= 2 * TIMEOUT_MS - 5 && ownMs < 2 * TIMEOUT_MS + MARGIN_MS ? 'two deadlines' : `${ms} ms`,
];
const TIMED_OUT = ['merchant_bio_timeout', 2, 'two deadlines'];

describe('a slow merchant is merchant_bio_timeout after its deadline and one more', () => {
  it('headers never come', async () => {
    const server = await https(() => {});
    expect(timed(await lookUp(server))).toEqual(TIMED_OUT);
    expect(server.seen).toHaveLength(2);
  });

  it('the body never comes', async () => {
    expect(timed(await lookUp(await https((_request, res) => res.writeHead(200).flushHeaders())))).toEqual(TIMED_OUT);
  });

  it('the body comes byte by byte', async () => {
    const server = await https((_request, res) => {
      res.writeHead(200);
      const drip = setInterval(() => res.write(' '), 10);
      res.on('close', () => clearInterval(drip));
    });
    expect(timed(await lookUp(server))).toEqual(TIMED_OUT);
  });

  it('the deadline is the merchant’s own, and so is the count', async () => {
    const server = await https(() => {});
    const { failure, attempts, ownMs } = await lookUp(server, { bioTimeoutMs: 50, bioRetries: 0 });
    expect([failure, attempts]).toEqual(['merchant_bio_timeout', 1]);
    expect(ownMs).toBeLessThan(50 + MARGIN_MS);
  });

  it('TCP is accepted and TLS never completes; no socket stays behind', async () => {
    const closed: Promise<unknown>[] = [];
    const server = await plain((socket) => closed.push(once(socket.resume(), 'close')));
    expect(timed(await lookUp(server))).toEqual(TIMED_OUT);
    await expect.poll(() => closed.length).toBe(2);
    await Promise.all(closed);
  });

  it('an answer that comes late but within the deadline is taken', async () => {
    const server = await https(
      (_request, res) => void setTimeout(() => answerJson(res, 200, GOOD_LOOKUP), TIMEOUT_MS / 2),
    );
    expect(await lookUp(server, { bioTimeoutMs: 5000 })).toMatchObject({ failure: 'none', attempts: 1 });
  });

  it('the second attempt has the full deadline and a connection of its own, also when the first hung in its setup', async () => {
    const shop = await https(
      (_request, res) => void setTimeout(() => answerJson(res, 200, GOOD_LOOKUP), TIMEOUT_MS * 0.6),
    );
    let connections = 0;
    const inBetween = await plain((socket) => {
      if (++connections === 1) return socket.resume();
      const onward = connect(shop.port, '127.0.0.1');
      return socket
        .on('close', () => onward.destroy())
        .pipe(onward.on('error', () => {}))
        .pipe(socket);
    });
    const { failure, attempts, ms } = await lookUp(inBetween, { bioTimeoutMs: TIMEOUT_MS * 2 });
    expect([failure, attempts, connections]).toEqual(['none', 2, 2]);
    expect(ms).toBeGreaterThanOrEqual(TIMEOUT_MS * 2.6 - 5);
  });

  it('status first: a 503 whose body never ends is merchant_bio_unavailable', async () => {
    const { failure, attempts, ownMs } = await lookUp(
      await https((_request, res) => res.writeHead(503).flushHeaders()),
    );
    expect([failure, attempts]).toEqual(['merchant_bio_unavailable', 2]);
    expect(ownMs).toBeLessThan(2 * TIMEOUT_MS + MARGIN_MS);
  });
});

describe('a dead merchant is merchant_bio_unavailable at once, after one more attempt', () => {
  const soon = ({ failure, attempts, ownMs }: Outcome): unknown[] => [
    failure,
    attempts,
    ownMs < 4000 ? 'at once' : `${ownMs} ms`,
  ];
  const UNAVAILABLE = ['merchant_bio_unavailable', 2, 'at once'];
  const patient = { bioTimeoutMs: 5000 };

  it('connection refused', async () => {
    const { url } = await LoopbackServer.plain().then(async (server) => {
      const closed = { url: server.url };
      await server.close();
      return closed;
    });
    expect(soon(await lookUp({ url }, patient))).toEqual(UNAVAILABLE);
  });

  it('the connection is closed at once', async () => {
    expect(soon(await lookUp(await plain((socket) => socket.destroy()), patient))).toEqual(UNAVAILABLE);
  });

  it('no TLS but something else', async () => {
    expect(
      soon(
        await lookUp(await plain((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')), patient),
      ),
    ).toEqual(UNAVAILABLE);
  });

  it('no HTTP but something else', async () => {
    expect(
      soon(await lookUp(await https((_request, _res, req) => req.socket.write('SMTP ready\r\n')), patient)),
    ).toEqual(UNAVAILABLE);
  });

  it('a reset in the middle of the body', async () => {
    const server = await https((_request, res, req) => {
      res.writeHead(200, { 'content-length': '1000' });
      res.write('{"found":', () => req.socket.destroy());
    });
    expect(soon(await lookUp(server, patient))).toEqual(UNAVAILABLE);
    expect(server.seen).toHaveLength(2);
  });

  it('headers without end', async () => {
    const server = await https((_request, _res, req) => {
      req.socket.write('HTTP/1.1 200 OK\r\n');
      const more = (): void =>
        void (req.socket.writable && req.socket.write(`x-more: ${'x'.repeat(4000)}\r\n`, () => setImmediate(more)));
      more();
    });
    expect(soon(await lookUp(server, patient))).toEqual(UNAVAILABLE);
  });

  it.each<[string, () => Partial<Merchant>]>([
    ['a certificate of a CA that nobody named', () => ({ bioCaPem: null })],
    ['a certificate of another CA than the merchant’s', () => ({ bioCaPem: stranger.ca })],
  ])('%s; nothing is sent', async (_what, settings) => {
    const server = await https((_request, res) => answerJson(res, 200, GOOD_LOOKUP));
    expect(soon(await lookUp(server, { ...patient, ...settings() }))).toEqual(UNAVAILABLE);
    expect(server.seen).toHaveLength(0);
  });

  it('a certificate for another host; nothing is sent', async () => {
    const server = await https((_request, res) => answerJson(res, 200, GOOD_LOOKUP), stranger);
    expect(soon(await lookUp(server, { ...patient, bioCaPem: stranger.ca }))).toEqual(UNAVAILABLE);
    expect(server.seen).toHaveLength(0);
  });

  it('one merchant’s CA vouches for nobody else', async () => {
    const server = await https((_request, res) => answerJson(res, 200, GOOD_LOOKUP));
    expect((await lookUp(server, patient)).failure).toBe('none');
    expect(failureOf(await side.lookup(merchantAt(`${server.url}/bio`, null, { id: 'm_2' })))).toBe(
      'merchant_bio_unavailable',
    );
  });
});

describe('a lying merchant is merchant_bio_invalid_response, with no second attempt', () => {
  const sends =
    (body: string | Uint8Array, headers: Record<string, string> = { 'content-type': 'application/json' }): Handler =>
    (_request, res) =>
      void res.writeHead(200, headers).end(body);
  const says =
    (body: unknown): Handler =>
    (_request, res) =>
      answerJson(res, 200, body);

  it.each<[string, Handler]>([
    ['another user', says({ ...GOOD_LOOKUP, merchant_user_ref: 'another' })],
    ['another type', says({ ...GOOD_LOOKUP, type: 'face' })],
    ['another finger', says({ found: true, payload: { ...GOOD_LOOKUP.payload, finger: 'LM' } })],
    ['found false', says({ ...GOOD_LOOKUP, found: false })],
    ['empty features', says({ found: true, payload: { features: '', enc_key: 'k' } })],
    ['an empty enrollment_ref', says({ ...GOOD_LOOKUP, enrollment_ref: '' })],
    ['a bad timestamp', says({ ...GOOD_LOOKUP, enrolled_at: 'yesterday' })],
    ['an array', says([GOOD_LOOKUP])],
    ['null', says(null)],
    ['no JSON', sends('<html>Welcome</html>', { 'content-type': 'text/html' })],
    ['nothing', sends('')],
    [
      'another charset',
      sends(Buffer.from(JSON.stringify(GOOD_LOOKUP), 'utf16le'), {
        'content-type': 'application/json; charset=utf-16',
      }),
    ],
    [
      'a compressed body that nobody asked for',
      sends(gzipSync(JSON.stringify(GOOD_LOOKUP)), { 'content-encoding': 'gzip' }),
    ],
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
    const { failure, attempts } = await lookUp(server, { bioTimeoutMs: 5000 });
    expect([failure, attempts, server.seen.length]).toEqual(['merchant_bio_invalid_response', 1, 1]);
  });

  it.each<[string, object]>([
    ['stored false', { stored: false }],
    ['another user', { stored: true, merchant_user_ref: 'another' }],
    ['another finger', { stored: true, payload: { finger: 'LM' } }],
  ])('on a store: %s', async (_what, reply) => {
    const server = await https(says(reply));
    side = await ServiceSide.make();
    expect(failureOf(await side.store(merchantAt(server.url, certificates.ca)))).toBe('merchant_bio_invalid_response');
    expect(server.seen).toHaveLength(1);
  });
});

describe('a redirecting merchant is merchant_bio_invalid_response', () => {
  it.each([301, 302, 303, 307, 308])('%i is not followed: the features reach nobody else', async (status) => {
    const elsewhere = await https((_request, res) => answerJson(res, 200, { stored: true }));
    const server = await https(
      (_request, res) => void res.writeHead(status, { location: `${elsewhere.url}/enrollments` }).end(),
    );
    side = await ServiceSide.make();
    expect(failureOf(await side.store(merchantAt(server.url, certificates.ca)))).toBe('merchant_bio_invalid_response');
    expect([server.seen.length, elsewhere.connections]).toEqual([1, 0]);
  });
});

describe('an answer of 1 MiB', () => {
  const padded = (size: number): string => {
    const reply = JSON.stringify({ ...GOOD_LOOKUP, pad: '' });
    return reply.replace('"pad":""', `"pad":"${'x'.repeat(size - reply.length)}"`);
  };

  it.each([
    [
      'with a Content-Length',
      (res: ServerResponse, body: string) =>
        void res.writeHead(200, { 'content-length': String(body.length) }).end(body),
    ],
    [
      'in chunks',
      (res: ServerResponse, body: string) => {
        res.writeHead(200);
        for (let at = 0; at < body.length; at += 100_000) res.write(body.slice(at, at + 100_000));
        res.end();
      },
    ],
  ])('is taken, and one byte more is not: %s', async (_what, answer) => {
    const server = await https((request, res) => answer(res, padded(request.url.startsWith('/more') ? MIB + 1 : MIB)));
    expect(await lookUp(server, { bioTimeoutMs: 10_000 })).toMatchObject({ failure: 'none', attempts: 1 });
    expect(
      failureOf(await side.lookup(merchantAt(`${server.url}/more`, certificates.ca, { bioTimeoutMs: 10_000 }))),
    ).toBe('merchant_bio_invalid_response');
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
    const { failure, attempts, ownMs } = await lookUp(server, { bioTimeoutMs: 10_000 });
    expect([failure, attempts]).toEqual(['merchant_bio_invalid_response', 1]);
    expect(ownMs).toBeLessThan(5000);
    await Promise.all(hungUp);
  });

  it.each([
    [500, 'merchant_bio_unavailable'],
    [400, 'merchant_bio_rejected'],
    [404, 'merchant_bio_rejected'],
    [302, 'merchant_bio_invalid_response'],
  ])('status first: %i with more is %s', async (status, code) => {
    const server = await https((_request, res) => void res.writeHead(status).end(padded(MIB + 1)));
    expect((await lookUp(server, { bioTimeoutMs: 10_000 })).failure).toBe(code);
  });
});
