import { expect, it } from 'vitest';
import { addressFault, withCredentialsOf } from './database-address.ts';

it.each([
  ['postgres://u:p@pool/a', 'postgres://db/a?sslmode=verify-full', 'postgres://u:p@db/a?sslmode=verify-full'],
  ['postgres://u:p@pool/a', 'postgres://v:q@db/a', 'postgres://v:q@db/a'],
  ['postgres://u:p@pool/a', 'postgres://one:1,two:2/a', 'postgres://u:p@one:1,two:2/a'],
  ['postgres://pool/a?x=@', 'postgres://db/a', 'postgres://db/a'],
  ['postgres://u:p%40@pool/a', 'postgres:///a?host=/run/postgresql', 'postgres://u:p%40@/a?host=/run/postgresql'],
])('with the credentials of %s, %s is %s', (other, url, expected) =>
  expect(withCredentialsOf(other, url)).toBe(expected),
);

const [SCHEME, ENCODE, HOST, PORT] = [
  /^must begin with postgres:/,
  /percent-encoded/,
  /^must name the host/,
  /^must have a port/,
];

it.each([
  ['mysql://x', SCHEME],
  ['db.example', SCHEME],
  ['postgres://u:secret#w@127.0.0.1/x', ENCODE],
  ['postgres://u:1#secret@127.0.0.1/x', ENCODE],
  ['postgres://u:secret/w@127.0.0.1/x', ENCODE],
  ['postgres://u:1/secret@127.0.0.1/x', ENCODE],
  ['postgres://u:1?secret@127.0.0.1/x', ENCODE],
  ['postgres://u:secret%e9@127.0.0.1/x', ENCODE],
  ['postgres://…', HOST],
  ['postgres://u:secret@db example/x', HOST],
  ['postgres://u:secret@one,…/x', HOST],
  ['postgres://u:secret@127.0.0.1:99999/x', PORT],
  ['postgres://u:secret@127.0.0.1:0/x', PORT],
  ['postgres://u:secret@[::1]:99999', PORT],
  ['postgres://u:secret@one:1,two:x/x', PORT],
  ['postgres://u:secret/x', PORT],
  ['postgres://u:secret@/x?host=127.0.0.1&port=99999', PORT],
])('%s cannot be used, and the reason shows no password', (url, reason) => {
  expect(addressFault(url)).toMatch(reason);
  expect(addressFault(url)).not.toMatch(/secret|…/);
});

it.each([
  'postgres://u:p@127.0.0.1/x',
  'postgresql://u:p%23%40@db.example:65535/x?sslmode=verify-full',
  'postgres://u:a@b,c@one:5432,two:5432/x?target_session_attrs=primary',
  'postgres://u:p@[::1]:5432/x',
  'postgres://bücher.example/x',
  'postgres:///a?host=/run/postgresql',
  'postgres://%2Frun%2Fpostgresql/a',
  'postgres://db_1/a?user=u&password=p@q',
  'postgres://u:p@/a',
  'postgres://u:p@db/a?sslrootcert=/nowhere.pem',
])('%s can be used', (url) => expect(addressFault(url)).toBeUndefined());
