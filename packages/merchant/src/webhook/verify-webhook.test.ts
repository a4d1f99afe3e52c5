import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { verifyWebhook, type VerifyWebhookOptions, WebhookError } from './verify-webhook.ts';

const NOW = Date.UTC(2026, 2, 4, 5, 6, 7);
const secret = `whsec_${randomBytes(32).toString('base64')}`;
const event = {
  type: 'session.final',
  timestamp: '2026-03-04T05:06:00.000Z',
  data: { session_id: 'ses_1', mode: 'verify' },
};
const body = JSON.stringify(event);
const id = 'evt_ses_1';
const timestamp = String(NOW / 1000);

const sign = (by = secret, text = body, at = timestamp): string =>
  `v1,${createHmac('sha256', Buffer.from(by.slice(6), 'base64'))
    .update(`${id}.${at}.${text}`)
    .digest('base64')}`;
const headers = (fields: Record<string, string> = {}): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': timestamp,
  'webhook-signature': sign(),
  ...fields,
});
const verify = (
  text: string | Uint8Array = body,
  given: Parameters<typeof verifyWebhook>[1] = headers(),
  options: Partial<VerifyWebhookOptions> = {},
) => verifyWebhook(text, given, { secret, clock: { now: () => NOW }, ...options });
const refused = async (attempt: Promise<unknown>): Promise<string> => {
  const error = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(WebhookError);
  return (error as WebhookError).code;
};

describe('verifyWebhook', () => {
  test('returns the event of a signed call, as text or bytes, with Headers, a Map or a plain object', async () => {
    expect(await verify()).toEqual(event);
    expect(await verify(Buffer.from(body), new Headers(headers()))).toEqual(event);
    expect(await verify(body, new Map(Object.entries(headers())))).toEqual(event);
  });

  test('accepts header names in any case and values as lists of one', async () => {
    const given = Object.entries(headers()).map(([name, value]) => [name.toUpperCase(), [value]]);
    expect(await verify(body, { host: undefined, ...Object.fromEntries(given) })).toEqual(event);
  });

  test('accepts any of several signatures and secrets during a rotation', async () => {
    const other = `whsec_${randomBytes(32).toString('base64')}`;
    const both = headers({ 'webhook-signature': `v1a,xyz v1,AAAA ${sign(other)} ${sign()}` });
    expect(await verify(body, both)).toEqual(event);
    expect(await verify(body, headers(), { secret: [other, secret] })).toEqual(event);
    expect(await refused(verify(body, headers(), { secret: other }))).toBe('invalid_signature');
  });

  test('refuses a changed body, id or time, and a malformed signature', async () => {
    expect(await refused(verify(`${body} `))).toBe('invalid_signature');
    expect(await refused(verify(body, headers({ 'webhook-id': 'evt_ses_2' })))).toBe('invalid_signature');
    expect(await refused(verify(body, headers({ 'webhook-timestamp': String(NOW / 1000 - 1) })))).toBe(
      'invalid_signature',
    );
    for (const none of ['v1,', 'v1,?', sign().slice(3), `v2,${sign().slice(3)}`, `${sign()}A`])
      expect([none, await refused(verify(body, headers({ 'webhook-signature': none })))]).toEqual([
        none,
        'invalid_signature',
      ]);
    expect(await refused(verify(body, headers({ 'webhook-signature': `${'x '.repeat(99)}${sign()}` })))).toBe(
      'invalid_signature',
    );
  });

  test('refuses a signed time more than five minutes from now', async () => {
    for (const off of [-300, 300]) {
      const at = String(NOW / 1000 + off);
      expect(
        await verify(body, headers({ 'webhook-timestamp': at, 'webhook-signature': sign(secret, body, at) })),
      ).toEqual(event);
    }
    for (const at of [String(NOW / 1000 - 301), String(NOW / 1000 + 301), 'now', '', '1e9', '-1', '9'.repeat(13)]) {
      const given = headers({ 'webhook-timestamp': at, 'webhook-signature': sign(secret, body, at) });
      expect([at, await refused(verify(body, given))]).toEqual([
        at,
        at === '' ? 'missing_header' : 'invalid_timestamp',
      ]);
    }
  });

  test('refuses a missing header and a body that is not an event', async () => {
    for (const name of Object.keys(headers())) {
      const { [name]: value = '', ...rest } = headers();
      expect(await refused(verify(body, rest))).toBe('missing_header');
      for (const list of [[], [value, value]])
        expect(await refused(verify(body, { ...rest, [name]: list }))).toBe('missing_header');
    }
    for (const text of ['', 'null', '[]', '{"type":1}', '\ud800', 'x'.repeat(65_537)])
      expect(await refused(verify(text, headers({ 'webhook-signature': sign(secret, text) })))).toBe('invalid_body');
  });

  test('a missing or malformed secret is reported as a programming error', async () => {
    for (const none of ['', 'whsec_', 'abc', 'whsec_?', undefined as unknown as string, []])
      await expect(verify(body, headers(), { secret: none })).rejects.toThrow(/^verifyWebhook: secret /);
  });

  test('a body that was parsed is reported as a programming error', async () => {
    for (const parsed of [event, [], null])
      await expect(verify(parsed as unknown as string)).rejects.toThrow('pass the raw body');
  });
});
