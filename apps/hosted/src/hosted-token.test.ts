import { safeStorage, type PageStorage } from '@authly/ui/storage.ts';
import { describe, expect, it } from 'vitest';
import { hostedToken, keepOver } from './hosted-token.ts';

class Tab {
  readonly stored = new Map<string, string>();
  readonly addresses: string[] = [];
  readonly storage = {
    get: (key: string) => this.stored.get(key),
    set: (key: string, value: string) => void this.stored.set(key, value),
  };
  readonly history = {
    state: null,
    replaceState: (_state: unknown, _title: string, url?: string | URL | null) => void this.addresses.push(String(url)),
  };

  visit(hash: string, storage: PageStorage = this.storage): string | undefined {
    return this.opened(hash, storage).token;
  }

  opened(hash: string, storage: PageStorage = this.storage) {
    return hostedToken({ location: { hash, pathname: '/hosted/', search: '' }, history: this.history, storage });
  }
}

describe('hostedToken', () => {
  it('takes the token out of the address bar and stores it for a reload', () => {
    const tab = new Tab();
    expect(tab.visit('#token=ses_1.abc-_')).toBe('ses_1.abc-_');
    expect(tab.addresses).toEqual(['/hosted/']);
    expect(tab.visit('')).toBe('ses_1.abc-_');
    expect(tab.addresses).toHaveLength(1);
  });

  it('another token in the address waits until the session of the tab is over', () => {
    const tab = new Tab();
    tab.visit('#token=ses_1.a');
    expect(tab.opened('#token=ses_2.b')).toEqual({ token: 'ses_1.a', other: 'ses_2.b' });
    expect(tab.visit('')).toBe('ses_1.a');
    keepOver(tab.storage, 'ses_1.a');
    expect(tab.opened('#token=ses_2.b')).toEqual({ token: 'ses_2.b', other: undefined });
    expect(tab.visit('')).toBe('ses_2.b');
  });

  it.each(['', '#', '#token=', '#other=1'])('no token in "%s" and none stored: none', (hash) => {
    expect(new Tab().visit(hash)).toBeUndefined();
  });

  it('removes the token from the address without storage too', () => {
    const tab = new Tab();
    const forbidden = (): never => {
      throw new Error('forbidden');
    };
    expect(tab.visit('#token=ses_1.a', safeStorage(forbidden))).toBe('ses_1.a');
    expect(tab.visit('', safeStorage(forbidden))).toBeUndefined();
    expect(tab.addresses).toEqual(['/hosted/']);
  });
});
