import { describe, expect, it } from 'vitest';
import { takeToken, tokenInFragment } from './address-token.ts';

describe('a token in the address', () => {
  const visit = (hash: string): { token: string | undefined; addresses: string[] } => {
    const addresses: string[] = [];
    const token = takeToken('link', {
      location: { hash, pathname: '/app/', search: '?a=1' },
      history: { state: null, replaceState: (_state, _title, url) => void addresses.push(String(url)) },
    });
    return { token, addresses };
  };

  it('is read from the fragment and removed from the address', () => {
    expect(visit('#link=ses_1.qr.2.abc')).toEqual({ token: 'ses_1.qr.2.abc', addresses: ['/app/?a=1'] });
  });

  it('is found among other fields', () => {
    expect(tokenInFragment('token', '#a=1&token=ses_1.x&b=2')).toBe('ses_1.x');
  });

  it.each(['', '#', '#other', '#link='])('without one the address stays: "%s"', (hash) => {
    expect(visit(hash)).toEqual({ token: undefined, addresses: [] });
  });
});
