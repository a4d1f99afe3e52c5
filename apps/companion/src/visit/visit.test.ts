import { describe, expect, it } from 'vitest';
import { AppApi } from './api.ts';
import { keep, readKept } from './kept.ts';
import { linkInFragment, takeLink } from './link.ts';
import { backoff } from './backoff.ts';

describe('the link', () => {
  it('is read from the fragment and taken out of the address', () => {
    const addresses: string[] = [];
    const link = takeLink({
      location: { hash: '#link=ses_1.qr.2.abc', pathname: '/app/', search: '?a=1' },
      history: { state: null, replaceState: (_state, _title, url) => void addresses.push(url) },
    });
    expect(link).toBe('ses_1.qr.2.abc');
    expect(addresses).toEqual(['/app/?a=1']);
  });

  it('without one the address stays', () => {
    expect(
      takeLink({
        location: { hash: '#other', pathname: '/app/', search: '' },
        history: { state: null, replaceState: () => expect.unreachable() },
      }),
    ).toBeUndefined();
    expect(linkInFragment('')).toBeUndefined();
    expect(linkInFragment('#link=')).toBeUndefined();
  });
});

describe('what is kept for a reload', () => {
  const storage = (text: string | null, fails = false): Storage =>
    ({
      getItem: () => text,
      setItem: () => {
        if (fails) throw new Error('full');
      },
      removeItem: () => {},
    }) as unknown as Storage;

  it('is read back, and a broken or forbidden storage is no error', () => {
    expect(readKept(storage('{"consented":true}'))).toEqual({ consented: true });
    expect(readKept(storage('{broken'))).toEqual({});
    expect(readKept(storage(null))).toEqual({});
    expect(readKept(undefined)).toEqual({});
    expect(() => keep(storage(null, true), { finger: 'RI' })).not.toThrow();
  });
});

describe('calls', () => {
  const signal = new AbortController().signal;
  const api = (answer: () => Response | Promise<Response>, seen: [string, RequestInit][] = []) =>
    new AppApi({ fetch: async (url, init) => (seen.push([url as string, init!]), answer()) });
  const claim = {
    session_id: 'ses_1',
    app_token: 'secret',
    mode: 'verify',
    type: 'fingerprint',
    merchant_name: 'M',
    match_code: '12',
    confirmed: true,
    expires_at: '2026-01-01T00:00:00.000Z',
  } as const;

  it('carry the app token in Authorization only', async () => {
    const seen: [string, RequestInit][] = [];
    await api(() => Response.json({ session_id: 'ses_1', status: 'app_launched', confirmed: true }), seen).session(
      claim,
      25,
      signal,
    );
    expect(seen[0]![0]).toBe('/app/v1/sessions/ses_1?wait=25');
    expect(seen[0]![1].headers).toEqual({ Authorization: 'Bearer secret' });
    expect(seen[0]![1].credentials).toBe('omit');
  });

  it('tell the code of a refusal, and none where the answer is no JSON', async () => {
    const refused = await api(() =>
      Response.json({ error: { code: 'session_finalized', message: '', request_id: '' } }, { status: 409 }),
    ).failure(claim, { reason: 'user_declined' }, signal);
    expect(refused).toEqual({ status: 409, body: undefined, code: 'session_finalized' });
    expect(await api(() => new Response('<html>', { status: 502 })).session(claim, 0, signal)).toEqual({
      status: 502,
      body: undefined,
      code: undefined,
    });
  });

  it('learn the server’s clock', async () => {
    const ahead = api(() => Response.json({}, { headers: { date: new Date(Date.now() + 3_600_000).toUTCString() } }));
    await ahead.session(claim, 0, signal);
    expect(ahead.clockOffset).toBeGreaterThan(3_590_000);
    expect(ahead.clockOffset).toBeLessThan(3_610_000);
  });

  it('are repeated after waits that double, up to five seconds or so', () => {
    expect([0, 1, 2, 3, 9].map((misses) => backoff(misses, 0.5))).toEqual([400, 800, 1600, 3200, 5000]);
  });
});
