import { expect, test, vi } from 'vitest';
import {
  AuthlyError,
  type AuthlyClientOptions,
  type BioApiOptions,
  createAuthlyClient,
  createBioApi,
  memoryEnrollments,
  memoryNonces,
} from './index.ts';
import { createFakeService } from './testing/index.ts';

// As in JavaScript: an unset environment variable is undefined.
const wrong = <T>(value: unknown): T => value as T;
const GIVEN = { baseUrl: 'https://authly.test', clientId: 'cli', clientSecret: 'secret', merchantId: 'mrc' };

test.each([
  [{ clientId: undefined }, 'createAuthlyClient: clientId (AUTHLY_CLIENT_ID) is missing.'],
  [
    { clientId: '', clientSecret: undefined },
    'createAuthlyClient: clientId (AUTHLY_CLIENT_ID), clientSecret (AUTHLY_CLIENT_SECRET) are missing.',
  ],
  [
    { baseUrl: undefined, merchantId: null },
    'createAuthlyClient: baseUrl (AUTHLY_BASE_URL), merchantId (AUTHLY_MERCHANT_ID) are missing.',
  ],
  [{ timeoutMs: Number.NaN }, 'createAuthlyClient: timeoutMs must be a whole number of 0 or more.'],
  [{ maxRetries: -1 }, 'createAuthlyClient: maxRetries must be a whole number of 0 or more.'],
])('the error of a client with %j says what is wrong', (change, message) => {
  expect(() => createAuthlyClient(wrong<AuthlyClientOptions>({ ...GIVEN, ...change }))).toThrow(new TypeError(message));
});

test('names missing options altogether', () => {
  expect(() => createAuthlyClient()).toThrow(/baseUrl .*, clientId .*, clientSecret .*, merchantId .* are missing/);
});

test('without options the settings come from the environment', async () => {
  const service = await createFakeService();
  vi.stubEnv('AUTHLY_BASE_URL', service.baseUrl);
  vi.stubEnv('AUTHLY_CLIENT_ID', service.clientId);
  vi.stubEnv('AUTHLY_CLIENT_SECRET', service.clientSecret);
  vi.stubEnv('AUTHLY_MERCHANT_ID', service.merchantId);
  const clients: string[] = [];
  const recording: typeof fetch = (url, init) => {
    if (typeof init?.body === 'string' && init.body.startsWith('grant_type'))
      clients.push(new URLSearchParams(init.body).get('client_id')!);
    return service.fetch(url, init);
  };
  vi.stubGlobal('fetch', recording);
  const create = (options?: AuthlyClientOptions) =>
    createAuthlyClient(options).createEnrollment({ merchant_user_ref: 'u_1' });
  try {
    expect(await create()).toHaveProperty('popup_url');
    await expect(create({ clientId: 'given' })).rejects.toMatchObject({ code: 'invalid_client' });
  } finally {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  }
  expect(clients).toEqual([service.clientId, 'given']);
});

test.each([
  [{ merchantId: undefined }, 'createBioApi: merchantId is missing.'],
  [{ store: undefined, nonces: undefined }, 'createBioApi: store, nonces are missing.'],
  [{ baseUrl: undefined }, 'createSigningKeys: baseUrl is missing.'],
  [{ baseUrl: undefined, keys: undefined }, 'createSigningKeys: baseUrl is missing.'],
])('the error of a Bio API with %j says what is missing', (change, message) => {
  const options = {
    merchantId: 'mrc',
    baseUrl: 'https://authly.test',
    store: memoryEnrollments(),
    nonces: memoryNonces(),
  };
  expect(() => createBioApi(wrong<BioApiOptions>({ ...options, ...change }))).toThrow(new TypeError(message));
});

test('names a missing argument and sends nothing', async () => {
  const service = await createFakeService();
  const client = createAuthlyClient({ ...GIVEN, fetch: service.fetch });
  const missing = wrong<string>(undefined);
  for (const [call, name] of [
    [client.result('ses_1', missing), 'merchantUserRef'],
    [client.result(missing, 'user-1'), 'sessionId'],
    [client.cancel('ses_1', missing), 'merchantUserRef'],
    [client.waitForResult('ses_1', missing), 'merchantUserRef'],
    [client.createEnrollment({ merchant_user_ref: missing }), 'merchant_user_ref'],
    [client.createVerification(wrong({ merchant_user_ref: 'u_1' })), 'payload.finger'],
    [client.createVerification(wrong({ merchant_user_ref: 'u_1', payload: {} })), 'payload.finger'],
  ] as const) {
    const error = await call.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(AuthlyError);
    expect(error).toMatchObject({
      code: 'invalid_request',
      param: name,
      message: `${name} is missing. Nothing was sent.`,
    });
  }
  expect(service.requests).toEqual([]);
});
