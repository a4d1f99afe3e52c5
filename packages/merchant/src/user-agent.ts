import { VERSION } from './version.ts';

/** What a request says of its sender. A browser says so itself, and takes no other word for it: with one, every call would need a preflight. */
export function userAgent(): Record<string, string> {
  const runtime = (globalThis as { navigator?: { userAgent?: unknown } }).navigator?.userAgent;
  if (typeof runtime !== 'string' || runtime === '') return { 'user-agent': `authly-merchant/${VERSION}` };
  return runtime.startsWith('Mozilla/') ? {} : { 'user-agent': `authly-merchant/${VERSION} ${runtime}` };
}
