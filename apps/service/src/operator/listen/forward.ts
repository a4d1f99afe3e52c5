import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { request } from 'undici';
import { systemReason } from '../../outbound/system-reason.ts';
import { verdictOf, type Forwarded, type Listening, type Verdict } from './verdict.ts';

export interface Forwarding extends Listening {
  readonly target: URL;
  readonly say: (line: string) => void;
}

const OF_CONNECTION = new Set(['connection', 'content-length', 'expect', 'host', 'keep-alive', 'transfer-encoding']);
const endToEnd = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.has(name)));

/** Passes the call on unchanged, and prints a line with its verdict. */
export async function forward(from: IncomingMessage, to: ServerResponse, forwarding: Forwarding): Promise<void> {
  const { target, say } = forwarding;
  const began = performance.now();
  const { method = 'GET', url = '/', headers } = from;
  const abort = new AbortController();
  to.once('close', () => abort.abort());
  const verdict = async (): Promise<Verdict> => {
    const body = await buffer(from);
    const call: Forwarded = { method, url, headers, body };
    const sent = { method, headers: endToEnd(headers), body, signal: abort.signal };
    const answer = await request(new URL(url, target), sent);
    const reply = await buffer(answer.body);
    to.writeHead(answer.statusCode, endToEnd(answer.headers)).end(reply);
    return verdictOf(call, { status: answer.statusCode, body: reply }, forwarding);
  };
  const { ok, detail } = await verdict().catch((error: Error): Verdict => {
    if (to.destroyed) return { ok: false, detail: 'the service gave up before the server responded' };
    to.writeHead(502).end();
    return { ok: false, detail: `${target.origin} does not respond: ${systemReason(error) ?? error.message}` };
  });
  const time = new Date().toTimeString().slice(0, 8);
  say(`${ok ? '✓' : '✗'} ${time} ${method} ${url} ${Math.round(performance.now() - began)} ms  ${detail}`);
}
