import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { toNodeHandler } from '../adapters/node.ts';
import { CHECKS } from './checks/index.ts';
import { main } from './main.ts';
import { createBioApi, memoryEnrollments, memoryNonces } from '../index.ts';
import { createVirtualClock } from '../testing/index.ts';
import { MERCHANT_ID } from '../../test/check-server.ts';
import { listen } from '../../test/framework-servers.ts';
import { createLoopbackCertificate } from '../../test/loopback-certificate.ts';
import { freePort } from '../../../../test/free-port.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'authly-bio-check-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Closes with its test. */
async function started(server: Server): Promise<string> {
  const { base, close } = await listen(server);
  onTestFinished(async () => void (await close()));
  return base;
}

const SHORT = CHECKS.filter(({ long }) => !long);

describe('the command line', () => {
  /** Runner and servers share it, so that no test waits for the key list's cooldown. */
  const clock = createVirtualClock(Date.now());

  const run = async (...argv: string[]) => {
    const [out, err]: [string[], string[]] = [[], []];
    const stdout = { write: (text: string) => void out.push(text) };
    const stderr = { write: (text: string) => void err.push(text) };
    const code = await main(argv, { stdout, stderr, clock });
    return { code, out: out.join(''), err: err.join('') };
  };

  /** For a server that answers every call in the same way. */
  const NO_KEYS = ['--merchant-id', 'm', '--keys-port', '0'];
  const runAgainst = async (answer: RequestListener, ...options: string[]) =>
    run(await started(createHttpServer(answer)), ...NO_KEYS, ...options);

  /** A server that trusts the key list at a port which the runner will take. */
  const startTrusting = async (): Promise<{ base: string; options: string[] }> => {
    const keysPort = String(await freePort());
    const api = createBioApi({
      merchantId: MERCHANT_ID,
      baseUrl: `http://127.0.0.1:${keysPort}`,
      store: memoryEnrollments(),
      nonces: memoryNonces({ clock }),
      clock,
    });
    const base = await started(createHttpServer(toNodeHandler(api)));
    return { base, options: ['--merchant-id', MERCHANT_ID, '--keys-port', keysPort] };
  };
  type Trusting = Awaited<ReturnType<typeof startTrusting>>;

  /** A proxy that may change the answer. */
  const inFrontOf = ({ base }: Trusting, change: (status: number, answer: string, sent: string) => [number, string]) =>
    started(
      createHttpServer((req, res) => {
        void (async () => {
          const sent = await text(req);
          const kept = Object.entries(req.headers).filter(
            ([name]) => name !== 'content-length' && name !== 'connection',
          );
          const headers = Object.fromEntries(kept) as Record<string, string>;
          const answer = await fetch(new URL(req.url ?? '/', base), { method: 'POST', headers, body: sent });
          const [status, body] = change(answer.status, await answer.text(), sent);
          res.writeHead(status).end(body);
        })();
      }),
    );

  test('0 and a readable report when all checks pass', async () => {
    const server = await startTrusting();
    const { code, out } = await run(server.base, ...server.options, '--only', 'nonce,store.overwrite');
    expect(out).toContain(
      '  ok  nonce.replayed_store: 409 nonce_reused when a store is sent again byte for byte, whatever the first answer was',
    );
    expect(out).toMatch(/\n11 passed, 0 warned, 0 failed, 0 skipped in [\d.]+ s\n$/);
    expect(code).toBe(0);
  });

  test('--long checks again after minutes', async () => {
    const server = await startTrusting();
    const before = clock.now();
    const { code, out } = await run(server.base, ...server.options, '--strict', '--json', '--long');
    const tookMs = clock.now() - before;
    const { checks } = JSON.parse(out) as { checks: { id: string; status: string }[] };
    expect(checks.filter(({ status }) => status !== 'passed')).toEqual([]);
    expect(checks.map(({ id }) => id)).toEqual(CHECKS.map(({ id }) => id));
    expect(code).toBe(0);
    expect(tookMs).toBeGreaterThan(350_000);
    expect(tookMs).toBeLessThan(400_000);
  });

  test('1 when a check fails, and --json names it', async () => {
    const server = await startTrusting();
    const another = server.options.with(1, 'mch_another');
    const { code, out } = await run(server.base, ...another, '--json');
    expect(code).toBe(1);
    const report = JSON.parse(out) as {
      ok: boolean;
      summary: object;
      hint: string;
      checks: { id: string; status: string; messages: string[] }[];
    };
    expect(report.hint).toContain('another merchant id than mch_another, the one of --merchant-id');
    expect(report).toMatchObject({ ok: false, summary: { passed: 0, failed: 1, skipped: SHORT.length - 1 } });
    expect(report.checks[0]).toMatchObject({
      id: 'store.accepted',
      status: 'failed',
      messages: ['a good store: expected 200, got 401 signature_mismatch'],
    });
  });

  const answering = (status: number, body: object | string) =>
    runAgainst((_req, res) => void res.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body)));
  const error = (code: string) => ({ error: { code, message: 'x', request_id: 'x' } });

  test.each([
    ['a redirect', 308, '', 'The service follows no redirect'],
    ['a wrong base path', 404, '<h1>Not found</h1>', 'Is it complete, with the path'],
    ['a bot filter', 403, '<h1>Are you human?</h1>', 'a bot filter, a firewall, a login'],
    ['an HTTP/2-only server', 403, 'Missing ALPN Protocol', 'a server that speaks HTTP/2 only'],
    ['a login before it', 401, '', 'a bot filter, a firewall, a login'],
    ['a proxy that drops headers', 401, error('missing_signature'), 'Does a proxy before it drop or rename headers'],
    ['a wrong clock', 401, error('timestamp_out_of_range'), 'A clock or a time zone is wrong'],
    ['a list that was never fetched', 401, error('invalid_signature'), 'Your server never fetched http://127.0.0.1'],
    ['a rate limit', 429, '', 'lift the limit for the addresses of the service'],
    ['a parser of forms', 415, '', 'Bodies are application/json'],
    ['a proxy without its server', 502, '<h1>Bad gateway</h1>', 'a proxy does not reach it'],
    ['a cut Idempotency-Key', 409, error('idempotency_conflict'), 'Is the Idempotency-Key or the nonce cut'],
    ['its own validation', 400, error('invalid_request'), 'Its log says which field or header'],
  ])('the hint for %s names it', async (_, status, body, sentence) => {
    const { code, out } = await answering(status, body);
    expect(code).toBe(1);
    expect(out).toMatch(/\nHint: /);
    expect(out).toContain(sentence);
  });

  test.each([
    ['wrapped in another object', { data: { found: true, stored: true } }, 'is it wrapped in another object?'],
    ['encoded twice', JSON.stringify('{"stored":true,"found":true}'), 'was it encoded twice?'],
  ])('an answer that is %s is named', async (_, body, sentence) => {
    expect((await answering(200, body)).out).toContain(sentence);
  });

  test.each<[string, RequestListener, string]>([
    ['trickles', (_, res) => void res.writeHead(200).write('{'), 'the answer began and was not complete within 300 ms'],
    [
      'ends before its Content-Length',
      (_, res) => void res.socket!.end('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"stored":true}'),
      'the answer broke off: is its Content-Length right?',
    ],
  ])('an answer that %s is named', async (_, answer, sentence) => {
    const { code, out } = await runAgainst(answer, '--timeout', '300');
    expect(code).toBe(1);
    expect(out).toContain(sentence);
  });

  test('a warning leaves the exit code at 0, and --strict makes it 1', async () => {
    const server = await startTrusting();
    // A server without codes in its answers: advice asks for them, the contract for any 4xx.
    const vague = await inFrontOf(server, (status, answer) => [status === 401 ? 403 : status, answer]);
    const options = [...server.options, '--only', 'merchant.header'];
    const lax = await run(vague, ...options);
    const strict = await run(vague, ...options, '--strict');
    expect(lax).toMatchObject({ code: 0 });
    expect(lax.out).toContain('WARN  merchant.header');
    expect(lax.out).toContain('401 signature_mismatch is asked for, got 403 signature_mismatch');
    expect(strict).toMatchObject({ code: 1 });
    expect(strict.out).toContain('FAIL  merchant.header');
    const given = `${vague} ${server.options.join(' ')} --strict`;
    expect(lax.out).not.toContain('repeat');
    expect(strict.out.trimEnd().split('\n').at(-1)).toBe(
      `npx --no-install authly-bio-check ${given} --only merchant.header`,
    );
  });

  test('2 when the server does not answer', async () => {
    const { code, err } = await run('http://127.0.0.1:9', ...NO_KEYS);
    expect(code).toBe(2);
    expect(err).toContain('Is it running at this address?');
  });

  test('2 when the certificate is not trusted, and how to trust it', async () => {
    const { cert, key } = await createLoopbackCertificate();
    const { code, out, err } = await run(await started(createHttpsServer({ cert, key })), ...NO_KEYS);
    expect(code).toBe(2);
    expect(err).toContain('Its certificate is not trusted here: --ca-file FILE');
    expect(out).not.toContain('Hint');
  });

  test.each([
    ['a compressed answer', { 'content-encoding': 'gzip' }, gzipSync('{"stored":true}'), 'the answer is compressed'],
    ['an answer above 1 MiB', {}, 'A'.repeat(1_048_577), 'the answer has more than 1048576 bytes'],
  ])('names %s', async (_, headers, body, sentence) => {
    const { code, out } = await runAgainst((_req, res) => void res.writeHead(200, headers).end(body));
    expect(code).toBe(1);
    expect(out).toContain(sentence);
  });

  test('2 when the port of the key list is taken', async () => {
    const taken = new URL(await started(createHttpServer())).port;
    const { code, err } = await run('http://127.0.0.1:9', '--merchant-id', 'm', '--keys-port', taken);
    expect(code).toBe(2);
    expect(err).toContain('Choose another with --keys-port');
  });

  test.each([
    [[], 'Give one address'],
    [['https://shop.example/bio'], 'Give --merchant-id'],
    [['nonsense', '--merchant-id', 'm'], 'is not a URL'],
    [['http://shop.example/bio', '--merchant-id', 'm'], 'must be https'],
    [['https://u:p@shop.example/bio', '--merchant-id', 'm'], 'credentials'],
    [['https://shop.example/bio?a=1', '--merchant-id', 'm'], 'query'],
    [['https://shop.example/bio', '--merchant-id', 'm', '--timeout', 'soon'], '--timeout must be a whole number'],
    [
      ['https://shop.example/bio', '--merchant-id', 'm', '--keys-port', '0', '--only', 'nonsense'],
      'No such check or group: nonsense',
    ],
    [
      ['https://shop.example/bio', '--merchant-id', 'm', '--keys-port', '0', '--ca-file', '/nowhere.pem'],
      'CA file cannot be read',
    ],
    [
      ['https://shop.example/bio', '--merchant-id', 'm', '--service-url', 'https://authly.example'],
      'goes with --refusals-only',
    ],
    [['--nonsense'], 'nonsense'],
  ])('2 and a sentence for %j', async (argv, sentence) => {
    const { code, out, err } = await run(...argv);
    expect(code).toBe(2);
    expect(err).toContain(sentence);
    expect(out).toBe('');
  });

  test('--list names every check once, --help every option', async () => {
    const { code, out } = await run('--list');
    expect(code).toBe(0);
    const lines = out.trim().split('\n');
    const ids = new Set(CHECKS.map(({ id }) => id));
    expect(new Set(lines.map((line) => line.split(' ')[0]))).toEqual(ids);
    expect(ids.size).toBe(CHECKS.length);
    const help = await run('--help');
    expect(help.code).toBe(0);
    const options =
      'merchant-id ca-file timeout tolerance keys-host keys-port removed-key-wait nonce-wait long long-wait refusals-only service-url only strict json list help';
    for (const option of options.split(' ')) expect(help.out).toContain(`--${option}`);
  });

  test('the bin runs as a program, over HTTPS with --ca-file', async () => {
    const { ca, cert, key } = await createLoopbackCertificate();
    const caFile = join(folder, 'ca.pem');
    writeFileSync(caFile, ca);
    const keysPort = String(await freePort());
    const api = createBioApi({
      merchantId: MERCHANT_ID,
      baseUrl: `http://127.0.0.1:${keysPort}`,
      store: memoryEnrollments(),
      nonces: memoryNonces(),
    });
    const base = await started(createHttpsServer({ cert, key }, toNodeHandler(api)));
    const bin = join(import.meta.dirname, '..', '..', 'bin', 'authly-bio-check.mjs');
    const options = ['--merchant-id', MERCHANT_ID, '--keys-port', keysPort, '--ca-file', caFile];
    const argv = [bin, base, ...options, '--only', 'signature'];
    const { stdout } = await promisify(execFile)(process.execPath, argv);
    expect(stdout).toContain('0 warned, 0 failed, 0 skipped');
  });

  test('the report contains no enrollment data', async () => {
    const server = await startTrusting();
    const sent: string[] = [];
    // A server that repeats the request body in every refusal.
    const leaky = await inFrontOf(server, (status, answer, body) => {
      sent.push(...(body.match(/[A-Za-z0-9+/]{40,}/g) ?? []));
      return [status, status === 200 ? answer : JSON.stringify({ error: { code: body } })];
    });
    const only = ['--only', 'idempotency,fields,nonce'];
    const { code, out, err } = await run(leaky, ...server.options, ...only);
    expect(code).toBe(1);
    expect(sent.length).toBeGreaterThan(50);
    expect(sent.filter((value) => (out + err).includes(value))).toEqual([]);
  });
});
