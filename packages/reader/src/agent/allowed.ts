import type { IncomingMessage } from 'node:http';
import { AgentError } from './errors.ts';

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A name that somebody pointed at 127.0.0.1 reaches this port too; it is not ours to answer. */
export function requireLoopbackHost({ headers }: IncomingMessage): void {
  const name = (headers.host ?? '').replace(/:\d{1,5}$/, '').toLowerCase();
  if (!LOOPBACK_HOSTS.has(name)) throw new AgentError('host_not_allowed');
}

/** The page's origin, which is exactly one of the list. Browsers send it on whatever a page asks of another origin. */
export function requireOrigin({ headers }: IncomingMessage, allowed: readonly string[]): string {
  const { origin } = headers;
  if (origin === undefined || !allowed.includes(origin)) throw new AgentError('origin_not_allowed');
  return origin;
}

/** `https://host` or `https://host:port`, as a browser writes it. Plain HTTP only of this machine itself. */
export function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK_HOSTS.has(url.hostname));
  if (!isSafe || url?.origin !== text) throw new Error(`Not an origin such as https://authly.example: ${text}`);
  return text;
}
