import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { request } from 'undici';
import { systemReason } from '../../outbound/system-reason.ts';
import { callAt, verdictOf, type Forwarded, type Listening, type Verdict } from './verdict.ts';

export interface Forwarding extends Listening {
  readonly target: URL;
  /** The host and port at which it listens. */
  readonly host: string;
  readonly say: (line: string) => void;
}

const OF_CONNECTION = new Set(['connection', 'content-length', 'expect', 'host', 'keep-alive', 'transfer-encoding']);
const endToEnd = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.has(name)));

/** Passes the call on unchanged, and prints a line with its verdict. */
export async function forward(from: IncomingMessage, to: ServerResponse, forwarding: Forwarding): Promise<void> {
  const { target, host, paths, say } = forwarding;
  const began = performance.now();
  const { method = 'GET', url = '/', headers } = from;
  const name = callAt(url, paths);
  // A page of another name must reach nothing here, and nothing but the registered paths is passed on.
  if (headers.host !== host || name === undefined) return void to.writeHead(name === undefined ? 404 : 421).end();
  const abort = new AbortController();
  to.once('close', () => abort.abort());
  const since = (): number => Math.round(performance.now() - began);
  const print = ({ ok, detail }: Verdict, ms = since()): void =>
    say(`${ok ? '✓' : '✗'} ${new Date().toTimeString().slice(0, 8)} ${method} ${url} ${ms} ms  ${detail}`);
  try {
    const body = await buffer(from);
    const call: Forwarded = { method, url, headers, body };
    const sent = { method, headers: endToEnd(headers), body, signal: abort.signal };
    const answer = await request(target.origin + url, sent);
    const reply = { status: answer.statusCode, body: await buffer(answer.body) };
    const ms = since();
    const unchecked = ({ message }: Error): Verdict => ({ ok: false, detail: `not checked: ${message}` });
    // Before the answer, so that lines are in the order of the calls.
    print(await verdictOf(name, call, reply, forwarding).catch(unchecked), ms);
    to.writeHead(reply.status, endToEnd(answer.headers)).end(reply.body);
  } catch (error) {
    if (to.destroyed) return print({ ok: false, detail: 'the service gave up before the server responded' });
    print({
      ok: false,
      detail: `${target.origin} does not respond: ${systemReason(error) ?? (error as Error).message}`,
    });
    to.writeHead(502).end();
  }
}
