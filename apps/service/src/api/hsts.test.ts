import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RawConnection } from '../../test/raw-connection.ts';
import { TestService } from '../../test/running-service.ts';

const HEADER = 'strict-transport-security';

describe('Strict-Transport-Security', () => {
  let production: TestService;
  let test: TestService;
  beforeAll(async () => {
    [production, test] = await Promise.all([
      TestService.start({ environment: 'production' }),
      TestService.start({ environment: 'test' }),
    ]);
  });
  afterAll(() => Promise.all([production.stop(), test.stop()]));

  it.each([
    ['an answer', '/v1/signing-keys', {}],
    ['an error', '/v1/sessions/x/result', {}],
    ['what is not there', '/nowhere', {}],
    ['another method', '/v1/signing-keys', { method: 'POST' }],
    ['a body that is too large', '/oauth/token', { method: 'POST', body: 'x'.repeat(2_000_000) }],
    ['an address that cannot be read', '/%E0%A4%A', {}],
    ['a page', '/docs', { headers: { accept: 'text/html' } }],
  ])('is on every HTTPS response in production, and on none in the sandbox: %s', async (_, path, request) => {
    expect((await production.request(path, request)).headers[HEADER]).toBe('max-age=31536000');
    expect((await test.request(path, request)).headers[HEADER]).toBeUndefined();
  });

  it('also on the response to invalid HTTP', async () => {
    const connection = await RawConnection.toApi(production);
    connection.write('hello', '', '');
    expect((await connection.answer())?.headers[HEADER]).toBe('max-age=31536000');
  });

  it('not on the redirect port', async () => {
    expect((await production.plain('/')).headers[HEADER]).toBeUndefined();
  });
});
