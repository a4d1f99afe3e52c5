import type { IncomingMessage } from 'node:http';
import { AgentError } from './errors.ts';

export const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Prevents DNS rebinding: any name can be pointed at 127.0.0.1. */
export function requireLoopbackHost({ headers }: IncomingMessage): void {
  const name = (headers.host ?? '').replace(/:\d{1,5}$/, '').toLowerCase();
  if (!LOOPBACK_HOSTS.has(name)) throw new AgentError('host_not_allowed');
}

/** Browsers send the origin with every cross-origin request. */
export function requireOrigin({ headers }: IncomingMessage, allowed: readonly string[]): string {
  const { origin } = headers;
  if (origin === undefined || !allowed.includes(origin)) throw new AgentError('origin_not_allowed');
  return origin;
}
