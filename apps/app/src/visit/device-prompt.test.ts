import type { ClaimResponse } from '@authly/contract/operations/claim-session';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DevicePrompt } from './device-prompt.ts';

const claim = (mode: 'enroll' | 'verify', device: 'offered' | 'required' = 'offered') =>
  ({ mode, device: { mode: device, rp_id: 'authly.test', account: `of ${device}` } }) as ClaimResponse;

let prompt: DevicePrompt;
let asked: (readonly string[])[];
/** The device's answer to each prompt. */
let passkey: string | undefined;
beforeEach(() => {
  const isUserVerifyingPlatformAuthenticatorAvailable = async (): Promise<boolean> => true;
  vi.stubGlobal('location', { hostname: 'authly.test' });
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, { isUserVerifyingPlatformAuthenticatorAvailable }),
  );
  asked = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** One session that succeeds. The user presses these buttons. */
async function session(of: ClaimResponse, ...presses: boolean[]): Promise<string | undefined> {
  prompt = new DevicePrompt(() => true);
  const unasked = prompt.answer;
  await prompt.prepare(of);
  let used: { credential_id: string } | undefined;
  const asking = prompt
    .ask(of, 'RI', async (ids) => {
      asked.push(ids);
      if (passkey === undefined) throw new Error('refused');
      return { credential_id: passkey };
    })
    .then((answer) => (used = answer));
  for (const uses of presses) {
    await vi.waitUntil(() => prompt.answer !== unasked);
    prompt.answer(uses);
  }
  await asking;
  prompt.ended(of, 'succeeded', undefined);
  return used?.credential_id;
}

it('an enrollment without the passkey replaces the one with it: the next verification asks for none', async () => {
  passkey = 'a';
  expect(await session(claim('enroll'), true)).toBe('a');
  expect(await session(claim('verify'))).toBe('a');
  passkey = undefined;
  expect(await session(claim('enroll'), false)).toBeUndefined();
  asked = [];
  expect(await session(claim('verify'))).toBeUndefined();
  expect(asked).toEqual([]);
});

it.each([
  ['offered', false],
  ['required', true],
] as const)('%s: after a remembered passkey was refused, only the passkey leads on: %s', async (device, isNeeded) => {
  passkey = 'b';
  await session(claim('enroll', device), true);
  passkey = undefined;
  const verifying = session(claim('verify', device), false);
  await verifying;
  expect([asked.at(-1), prompt.isNeeded]).toEqual([['b'], isNeeded]);
});
