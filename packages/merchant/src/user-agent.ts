import { VERSION } from './version.ts';

/** Browsers set their own user agent. Another value would need a CORS preflight for every call. */
export function userAgent(): Record<string, string> {
  const runtime = (globalThis as { navigator?: { userAgent?: unknown } }).navigator?.userAgent;
  if (typeof runtime !== 'string' || runtime === '') return { 'user-agent': `authly-merchant/${VERSION}` };
  return runtime.startsWith('Mozilla/') ? {} : { 'user-agent': `authly-merchant/${VERSION} ${runtime}` };
}
