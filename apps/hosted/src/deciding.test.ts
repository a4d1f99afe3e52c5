import { describe, expect, it } from 'vitest';
import { deviceOf } from './device.ts';
import { screenOf } from './screen-of.ts';
import { returnMethodOf } from './return-to-merchant.ts';

describe('desk or phone', () => {
  it.each([
    ['a phone', true, 5, 'phone'],
    ['a laptop', false, 0, 'desk'],
    ['a laptop with a touch screen', false, 10, 'desk'],
    ['a television with a coarse pointer and no touch', true, 0, 'desk'],
  ] as const)('%s', (_name, coarse, touchPoints, device) => {
    expect(deviceOf({ coarse, touchPoints })).toBe(device);
  });
});

describe('the return to the merchant', () => {
  const returnOrigin = 'https://shop.test';

  it.each([
    ['a popup closes itself, opened by any page', true, '', undefined, 'close'],
    ['goes back in history to the merchant’s own page', false, 'https://shop.test/', returnOrigin, 'history'],
    ['not to another page', false, 'https://shop.test.evil.test/', returnOrigin, 'manual'],
    ['not to an unknown page', false, '', returnOrigin, 'manual'],
    ['not without a return_url', false, 'https://shop.test/', undefined, 'manual'],
  ] as const)('%s', (_what, hasOpener, referrer, returnOrigin, method) => {
    expect(returnMethodOf({ hasOpener, referrer, returnOrigin })).toBe(method);
  });
});

// biome-ignore format: one row a line
it.each([
  ['live', 'created', undefined, 'loading'],
  ['live', 'opened', undefined, 'waiting'],
  ['live', 'app_launched', false, 'join-check'],
  ['live', 'app_launched', true, 'app-launched'],
  ['live', 'callback_received', true, 'processing'],
  ['live', 'processing', true, 'processing'],
  ['live', 'succeeded', undefined, 'succeeded'],
  ['live', 'failed', undefined, 'failed'],
  ['live', 'expired', undefined, 'expired'],
  ['live', 'canceled', undefined, 'canceled'],
  ['retrying', 'opened', undefined, 'waiting'],
  ['retrying', undefined, undefined, 'loading'],
  ['refused', 'opened', undefined, 'invalid-link'],
  ['lost', 'opened', undefined, 'lost'],
] as const)('%s, %s, confirmed %s: the screen is %s', (connection, status, confirmed, screen) => {
  const session = status && { session_id: 'ses_1', mode: 'enroll' as const, status, ...(confirmed !== undefined && { confirmed }) };
  expect(screenOf({ session, connection })).toBe(screen);
});
