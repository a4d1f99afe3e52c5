import type { PageStorage } from '@authly/ui/storage.ts';
import { describe, expect, it } from 'vitest';
import { RememberedSession } from './remembered-session.ts';

const RUNNING = {
  session_id: 'ses_1',
  mode: 'verify',
  status: 'opened',
  merchant_name: 'A shop',
  locale: 'ko',
  return_origin: 'https://shop.test',
  now: '2026-01-15T09:00:00Z',
} as const;

function storage(): PageStorage {
  const stored = new Map<string, string>();
  return { get: (key) => stored.get(key), set: (key, value) => void stored.set(key, value) };
}

describe('RememberedSession', () => {
  it('remembers the fields that are absent after the end, through a reload', () => {
    const tab = storage();
    const remembered = new RememberedSession(tab, 'ses_1.mac');
    remembered.remember(RUNNING);
    remembered.remember({ session_id: 'ses_1', mode: 'verify', status: 'succeeded' });
    expect(remembered.fields).toMatchObject({
      merchant_name: 'A shop',
      locale: 'ko',
      return_origin: 'https://shop.test',
    });
    expect(new RememberedSession(tab, 'ses_1.mac').fields).toEqual(remembered.fields);
  });

  it('ignores fields of another session in the same tab', () => {
    const tab = storage();
    new RememberedSession(tab, 'ses_1.mac').remember(RUNNING);
    expect(new RememberedSession(tab, 'ses_2.mac').fields).toBeUndefined();
    expect(new RememberedSession(tab, 'ses_11.mac').fields).toBeUndefined();
  });

  it('ignores damaged or forbidden storage', () => {
    expect(new RememberedSession({ get: () => '{', set: () => {} }, 'ses_1.mac').fields).toBeUndefined();
    const remembered = new RememberedSession({ get: () => undefined, set: () => {} }, 'ses_1.mac');
    remembered.remember(RUNNING);
    expect(remembered.fields?.merchant_name).toBe('A shop');
  });
});
