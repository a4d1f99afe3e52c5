import { describe, expect, it } from 'vitest';
import { FactKeeper } from './kept-facts.ts';

const RUNNING = {
  session_id: 'ses_1',
  mode: 'verify',
  status: 'opened',
  merchant_name: 'A shop',
  locale: 'ko',
  return_origin: 'https://shop.test',
  expires_at: '2026-01-15T09:10:00Z',
} as const;

function storage(): Pick<Storage, 'getItem' | 'setItem'> {
  const stored = new Map<string, string>();
  return { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => void stored.set(key, value) };
}

describe('FactKeeper', () => {
  it('keeps what is absent after the end, through a reload', () => {
    const tab = storage();
    const keeper = new FactKeeper(tab, 'ses_1.mac');
    keeper.keep(RUNNING);
    keeper.keep({ session_id: 'ses_1', mode: 'verify', status: 'succeeded' });
    expect(keeper.facts).toMatchObject({ merchant_name: 'A shop', locale: 'ko', return_origin: 'https://shop.test' });
    expect(new FactKeeper(tab, 'ses_1.mac').facts).toEqual(keeper.facts);
  });

  it('facts of another session in the same tab are not this one’s', () => {
    const tab = storage();
    new FactKeeper(tab, 'ses_1.mac').keep(RUNNING);
    expect(new FactKeeper(tab, 'ses_2.mac').facts).toBeUndefined();
    expect(new FactKeeper(tab, 'ses_11.mac').facts).toBeUndefined();
  });

  it('broken or forbidden storage is none', () => {
    expect(new FactKeeper({ getItem: () => '{', setItem: () => {} }, 'ses_1.mac').facts).toBeUndefined();
    const keeper = new FactKeeper(undefined, 'ses_1.mac');
    keeper.keep(RUNNING);
    expect(keeper.facts?.merchant_name).toBe('A shop');
  });
});
