import { afterEach, expect, it, vi } from 'vitest';
import { bindDevice, hasPasskeys } from './passkey.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([
  ['authly.test', 'authly.test', true],
  ['localhost', 'localhost', true],
  ['c1.authly.test', 'authly.test', true],
  ['authly.test', 'c1.authly.test', false],
  ['notauthly.test', 'authly.test', false],
  ['127.0.0.1', '127.0.0.1', false],
  ['[::1]', '[::1]', false],
])('a page on %s with passkeys of %s can bind: %s', async (hostname, rp_id, possible) => {
  vi.stubGlobal('location', { hostname });
  const isUserVerifyingPlatformAuthenticatorAvailable = async (): Promise<boolean> => true;
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, { isUserVerifyingPlatformAuthenticatorAvailable }),
  );
  expect(await hasPasskeys({ rp_id })).toBe(possible);
});

it('a browser without WebAuthn cannot bind', async () => {
  vi.stubGlobal('location', { hostname: 'authly.test' });
  expect(await hasPasskeys({ rp_id: 'authly.test' })).toBe(false);
});

it('a passkey whose key the browser cannot export binds nothing', async () => {
  const response = { getPublicKeyAlgorithm: () => -8, getPublicKey: () => null };
  vi.stubGlobal('navigator', { credentials: { create: async () => ({ id: 'a', response }) } });
  const binding = bindDevice({ merchant_name: 'A shop' } as never, AbortSignal.timeout(1000));
  await expect(binding).rejects.toThrow('export');
});
