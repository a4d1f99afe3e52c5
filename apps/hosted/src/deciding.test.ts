import { SESSION_STATES } from '@authly/contract/wire/states';
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

  it('a popup closes itself, opened by any page', () => {
    expect(returnMethodOf({ hasOpener: true, referrer: '', returnOrigin: undefined })).toBe('close');
  });

  it('goes back in history only to the merchant’s own page', () => {
    expect(returnMethodOf({ hasOpener: false, referrer: 'https://shop.test/', returnOrigin })).toBe('history');
    expect(returnMethodOf({ hasOpener: false, referrer: 'https://shop.test.evil.test/', returnOrigin })).toBe('manual');
    expect(returnMethodOf({ hasOpener: false, referrer: '', returnOrigin })).toBe('manual');
    expect(returnMethodOf({ hasOpener: false, referrer: 'https://shop.test/', returnOrigin: undefined })).toBe(
      'manual',
    );
  });
});

describe('which screen', () => {
  const session = { session_id: 'ses_1', mode: 'enroll' } as const;

  it('every status has one', () => {
    for (const status of SESSION_STATES)
      expect(screenOf({ session: { ...session, status }, connection: 'live' })).toBeTruthy();
  });

  it('shows the join check until the app is confirmed', () => {
    const joined = { ...session, status: 'app_launched', match_code: '07' } as const;
    expect(screenOf({ session: { ...joined, confirmed: false }, connection: 'live' })).toBe('join-check');
    expect(screenOf({ session: { ...joined, confirmed: true }, connection: 'live' })).toBe('app-launched');
  });

  it('a lost connection keeps the screen; a refused token and the last timeout do not', () => {
    const opened = { ...session, status: 'opened' } as const;
    expect(screenOf({ session: opened, connection: 'retrying' })).toBe('waiting');
    expect(screenOf({ session: opened, connection: 'refused' })).toBe('invalid-link');
    expect(screenOf({ session: opened, connection: 'lost' })).toBe('lost');
    expect(screenOf({ session: undefined, connection: 'retrying' })).toBe('loading');
  });
});
