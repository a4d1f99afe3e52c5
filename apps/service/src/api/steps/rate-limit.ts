import { createHmac, hash, type KeyObject } from 'node:crypto';
import { LIMITS } from '@authly/contract/wire/limits';
import { ApiError } from '../../http/api-error.ts';
import type { RateWindow } from '../../storage/port/store.ts';
import type { App } from '../app.ts';

/** 429 `rate_limited` if a window is full; then nothing is taken. Windows are shared by all processes. */
export async function takeFromWindows(app: App, windows: readonly RateWindow[]): Promise<void> {
  const now = app.clock.now();
  const { allowed, retryAfterMs } = await app.store.rateWindows.take(windows, LIMITS.tokenWindowMs, now);
  const retryAfter = String(Math.max(1, Math.ceil(retryAfterMs / 1000)));
  if (!allowed) throw new ApiError('rate_limited', undefined, { 'Retry-After': retryAfter });
}

/** Takes from the windows of merchant settings, each with the parts of its key. An undefined setting has no limit. */
export async function limitPerMinute(app: App, ...limits: [number | undefined, ...string[]][]): Promise<void> {
  const windows = limits.flatMap(([limit, ...parts]) => (limit ? [{ key: windowKey(...parts), limit }] : []));
  if (windows.length > 0) await takeFromWindows(app, windows);
}

const FAILURE_BUCKETS = 65_536;

/** Callers choose both, so they are hashed into a fixed number of buckets that cannot fill the store. A collision affects only wrong secrets. */
export function failureWindowKey(salt: KeyObject, clientId: string, address: string): string {
  const digest = createHmac('sha256', salt)
    .update(JSON.stringify([clientId, address]))
    .digest();
  return `wrong-secret:${digest.readUInt32BE(0) % FAILURE_BUCKETS}`;
}

/** Hashed, because the table of windows must not contain user refs. */
export function windowKey(...parts: string[]): string {
  const [name = '', ...rest] = parts;
  return `${name}:${hash('sha256', JSON.stringify(rest), 'base64url')}`;
}
