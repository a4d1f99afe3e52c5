import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestService, type TestAnswer, type TestClient } from '../../../test/running-service.ts';
import type { Tried } from './sandbox-caller.ts';

const KEY = randomBytes(32).toString('base64url');

describe('trying calls in the sandbox', () => {
  let service: TestService;
  let client: TestClient;
  let log = '';
  beforeAll(async () => {
    service = await TestService.start({
      tryIt: { key: KEY, credentials: () => client },
      logTo: { write: (line) => (log += line) },
    });
    client = await service.addMerchant();
  });
  afterAll(() => service.stop());

  const call = (body: object, key = KEY): Promise<TestAnswer> => service.post('/docs/try/calls', key, body);
  const tried = async (operation: string, more: object = {}): Promise<Tried> =>
    (await call({ operation, parameters: {}, query: {}, ...more })).json as Tried;
  const create = (): Promise<Tried> => tried('createEnrollmentSession', { body: '{"merchant_user_ref": "u"}' });

  it('the page has no credential, and is locked without the key in its address', async () => {
    const { status, text } = await service.get('/docs/try');
    expect(status).toBe(200);
    expect(text).toContain('id="try-locked"');
    expect(text).not.toMatch(new RegExp([KEY, client.clientId, client.clientSecret].join('|')));
    expect((await service.get('/docs')).text).toContain('href="/docs/try"');
  });

  it('a call is made as the demo merchant, and shown with its answer', async () => {
    const { request, answer } = await create();
    expect(request).toMatchObject({ line: 'POST /v1/enrollment-sessions' });
    expect(JSON.parse(request.body)).toEqual({ merchant_id: client.merchantId, merchant_user_ref: 'u' });
    expect(answer.status).toBe(201);
    const { session_id } = JSON.parse(answer.body) as { session_id: string };
    const result = await tried('readResult', { parameters: { session_id }, query: { merchant_user_ref: 'u' } });
    expect(result.request.line).toBe(`GET /v1/sessions/${session_id}/result?merchant_user_ref=u`);
    expect(JSON.parse(result.answer.body)).toMatchObject({ session_id, status: 'created' });
  });

  it('neither the secret nor an access token is returned or logged', async () => {
    const { request, answer } = await tried('issueToken');
    expect(answer.status).toBe(200);
    expect(request.body).toContain('client_secret=••••••••');
    const { access_token } = JSON.parse(answer.body) as { access_token: string };
    expect(access_token).toMatch(/^.{12}••••••••$/);
    const all = JSON.stringify([request, answer, await create(), log]);
    expect(all).not.toContain(client.clientSecret);
    expect(all).not.toMatch(/Bearer ey|"ey[\w-]{20}/);
    expect(log).not.toContain(KEY);
  });

  it('400 invalid_request for a parameter whose name is no ASCII', async () => {
    const { status, json } = await call({ operation: 'readResult', parameters: { ключ: 'x'.repeat(300) }, query: {} });
    expect([status, json.error?.code]).toEqual([400, 'invalid_request']);
  });

  it('an expired token is renewed', async () => {
    await create();
    service.clock.move(601_000);
    expect((await create()).answer.status).toBe(201);
  });

  it.each([
    ['an empty key', ''],
    ['another key', 'wrong'],
    ['the beginning of the key', KEY.slice(0, -1)],
    ['the key and more', `${KEY}x`],
  ])('401 invalid_token with %s, for any body', async (_, key) => {
    const { status, json } = await call({ nonsense: true }, key);
    expect([status, json.error.code]).toEqual([401, 'invalid_token']);
  });

  it('401 invalid_token without a key, and with an access token instead of one', async () => {
    const without = await service.request('/docs/try/calls', { method: 'POST', body: '{}' });
    const withToken = await call({}, await service.token(client));
    expect([without.status, withToken.status]).toEqual([401, 401]);
  });

  it.each([
    ['an operation of another caller', { operation: 'hostedCancel', parameters: {}, query: {} }],
    ['an unknown operation', { operation: 'constructor', parameters: {}, query: {} }],
    [
      'a session id that would change the path',
      { operation: 'readResult', parameters: { session_id: '..' }, query: {} },
    ],
    ['no session id', { operation: 'readResult', parameters: {}, query: {} }],
    ['no JSON', 'nonsense'],
  ])('400 invalid_request for %s', async (_, body) => {
    const { status, json } = await call(body as object);
    expect([status, json.error.code]).toEqual([400, 'invalid_request']);
  });

  it('an error of the API is shown unchanged', async () => {
    const { answer } = await tried('createEnrollmentSession', { body: 'no JSON' });
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([400, 'invalid_request']);
  });

  it('413 payload_too_large for a body over the limit', async () => {
    expect((await call({ body: 'x'.repeat(40_000) })).status).toBe(413);
  });
});

it('a service without it returns 404, even in environment test; production refuses to start with it', async () => {
  const service = await TestService.start();
  expect((await service.post('/docs/try/calls', KEY, {})).status).toBe(404);
  expect((await service.get('/docs/try')).status).toBe(404);
  await service.stop();
  const credentials = (): never => {
    throw new Error('not called');
  };
  await expect(TestService.start({ environment: 'production', tryIt: { key: KEY, credentials } })).rejects.toThrow(
    'sandbox alone',
  );
});
