import { expect, it } from 'vitest';
import { withCredentialsOf } from './database-address.ts';

it.each([
  ['postgres://u:p@pool/a', 'postgres://db/a?sslmode=verify-full', 'postgres://u:p@db/a?sslmode=verify-full'],
  ['postgres://u:p@pool/a', 'postgres://v:q@db/a', 'postgres://v:q@db/a'],
  ['postgres://u:p@pool/a', 'postgres://one:1,two:2/a', 'postgres://u:p@one:1,two:2/a'],
  ['postgres://pool/a?x=@', 'postgres://db/a', 'postgres://db/a'],
  ['postgres://u:p%40@pool/a', 'postgres:///a?host=/run/postgresql', 'postgres://u:p%40@/a?host=/run/postgresql'],
])('with the credentials of %s, %s is %s', (other, url, expected) =>
  expect(withCredentialsOf(other, url)).toBe(expected),
);
