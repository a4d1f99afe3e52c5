import { describe, expect, it } from 'vitest';
import { AppApi } from './app-api.ts';

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
    confirmed: true,
    expires_at: '2026-01-01T00:00:00.000Z',
    seal: { version: 2, key_id: 'k', public_key: 'p', context: 'c' },
    now: '2026-01-01T00:00:00.000Z',
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
    expect(seen[0]![1].credentials).toBe('same-origin');
  });

  const refusal = (status: number, code: string) => (): Response =>
    Response.json({ error: { code, message: '', request_id: 'req_1' } }, { status });

  it('return the code of a refusal', async () => {
    const refused = await api(refusal(409, 'session_finalized')).failure(claim, { reason: 'user_declined' }, signal);
    expect(refused).toEqual({ status: 409, body: undefined, code: 'session_finalized' });
  });

  it.each<[string, () => Response]>([
    ['a body that breaks off', () => new Response('{"session_id":"ses_')],
    ['a page of a proxy', () => new Response('<html>', { status: 408 })],
    ['JSON of a firewall', () => Response.json({ error: { code: 403, message: 'blocked' } }, { status: 403 })],
  ])('reject after %s, as without an answer', async (_, answer) => {
    await expect(api(answer).session(claim, 0, signal)).rejects.toThrow(/JSON|No answer/);
  });

  it('are repeated once after a 400, because the request may have been cut off on its way', async () => {
    const answers = [
      refusal(400, 'invalid_request'),
      () => Response.json({ session_id: 'ses_1', status: 'succeeded' }),
    ];
    const body = { finger: 'RI', features: 'f', enc_key: 'k' } as const;
    const sent = await api(() => answers.shift()!()).callback(claim, body, signal);
    expect(sent.body?.status).toBe('succeeded');
    const seen: [string, RequestInit][] = [];
    const refused = await api(refusal(400, 'invalid_request'), seen).callback(claim, body, signal);
    expect([refused.code, seen.length]).toEqual(['invalid_request', 2]);
  });

  it('are not repeated after they were stopped', async () => {
    const stop = new AbortController();
    const seen: [string, RequestInit][] = [];
    const answer = (): Response => (stop.abort(), refusal(400, 'invalid_request')());
    await api(answer, seen).failure(claim, { reason: 'user_declined' }, stop.signal);
    // A real fetch sends nothing with such a signal.
    expect(seen[1]![1].signal!.aborted).toBe(true);
  });

  it('set the clock by `now` of an answer, not by its Date header', async () => {
    const now = new Date(Date.now() + 3_600_000).toISOString();
    const ahead = api(() => Response.json({ now }, { headers: { date: new Date(0).toUTCString() } }));
    await ahead.session(claim, 0, signal);
    expect(Math.abs(ahead.clock.now() - Date.parse(now))).toBeLessThan(5000);
  });
});
