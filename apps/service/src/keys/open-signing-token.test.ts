import { expect, it } from 'vitest';
import { SigningUnavailableError } from './key-signer.ts';
import { openSigningToken } from './open-signing-token.ts';

const settings = { module: '/module.so', token: 'authly', pinFile: '/pin', purposes: [] };
const missing = new Error("Cannot find package 'koffi'");
const load = () => Promise.reject(missing);

it('without the setting the optional package is not loaded', async () => {
  expect(await openSigningToken(undefined, { load })).toBeUndefined();
});

it('with the setting, a missing package fails the start and the error says what to install', async () => {
  const error: unknown = await openSigningToken(settings, { load }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SigningUnavailableError);
  expect(error).toMatchObject({ cause: missing, message: expect.stringMatching(/npm ci --include=optional$/) });
});
