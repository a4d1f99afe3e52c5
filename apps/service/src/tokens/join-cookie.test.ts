import { createSecretKey } from 'node:crypto';
import { expect, it } from 'vitest';
import { isJoinCookie, joinCookie } from './join-cookie.ts';

const secret = createSecretKey(Buffer.alloc(32, 1));
const valueOf = (cookie: string): string => /=([^;]*);/.exec(cookie)![1]!;

it('the cookie has the proofs of the newest eight sessions of a browser, and no further part of it is looked at', () => {
  let held = '';
  for (let i = 0; i < 9; i++) held = valueOf(joinCookie(secret, `ses_${i}`, held));
  expect(Array.from({ length: 9 }, (_, i) => isJoinCookie(secret, `ses_${i}`, held))).toEqual([
    false,
    ...Array<true>(8).fill(true),
  ]);
  const own = valueOf(joinCookie(secret, 'ses_9'));
  expect(isJoinCookie(secret, 'ses_9', `${'.'.repeat(7)}${own}`)).toBe(true);
  expect(isJoinCookie(secret, 'ses_9', `${'.'.repeat(8)}${own}`)).toBe(false);
});

it('the cookie stays short: it keeps eight proofs, each once, and nothing else', () => {
  let held = '';
  for (let i = 0; i < 20; i++) held = valueOf(joinCookie(secret, `ses_${i % 10}`, held));
  expect(held.split('.')).toHaveLength(8);
  const proof = valueOf(joinCookie(secret, 'ses_1'));
  expect(valueOf(joinCookie(secret, 'ses_1', `${proof}.x${proof}.${proof}x.a b`))).toBe(proof);
});
