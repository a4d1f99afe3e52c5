import { createServer } from 'node:https';
import { expect, test } from 'vitest';
import { listen } from '../test/framework-servers.ts';
import { createLoopbackCertificate } from '../test/loopback-certificate.ts';
import { createAuthlyClient } from './index.ts';
import { whyNoAnswer } from './why-no-answer.ts';

const failing = (baseUrl: string) =>
  createAuthlyClient({ baseUrl, clientId: 'c', clientSecret: 's', merchantId: 'm', maxRetries: 0 })
    .createEnrollment({ merchant_user_ref: 'user-1' })
    .then(
      () => undefined,
      (error: unknown) => error,
    );

test('names an untrusted certificate and the remedy', async () => {
  const { cert, key } = await createLoopbackCertificate();
  const { base, close } = await listen(createServer({ cert, key }), '');
  const error = await failing(base);
  await close();
  expect(error).toMatchObject({ code: 'network_error' });
  expect((error as Error).message).toMatch(/\([A-Z_]+\)\. .*not trusted.*NODE_EXTRA_CA_CERTS.*DENO_CERT/);
});

test('reports an unreachable server by its code, without advice on certificates', async () => {
  const { base, close } = await listen(createServer(), '');
  await close();
  expect(await failing(base)).toMatchObject({
    code: 'network_error',
    message: 'The service could not be reached (ECONNREFUSED).',
  });
});

test.each([
  // The messages of Bun and Deno.
  [
    Object.assign(new Error('self signed certificate in certificate chain'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' }),
    /not trusted/,
  ],
  [
    new TypeError('error sending request: invalid peer certificate: UnknownIssuer'),
    /^The service could not be reached \(error sending request: .*UnknownIssuer\)\. .*not trusted/,
  ],
  // The URL of a result has the user reference.
  [
    new TypeError(
      'error sending request for url (https://a.test/v1/s/result?merchant_user_ref=u_1): client error (Connect): tcp connect error: Connection refused (os error 111)',
    ),
    /^The service could not be reached \(error sending request: client error \(Connect\): tcp connect error: Connection refused \(os error 111\)\)\.$/,
  ],
  [new TypeError('fetch failed'), /^The service could not be reached \(fetch failed\)\.$/],
  [
    new TypeError('fetch failed', { cause: new Error('bad port') }),
    /^The service could not be reached \(bad port\)\.$/,
  ],
  [new TypeError(`one\n${'x'.repeat(500)}`), /^The service could not be reached \(one x{196}\)\.$/],
  ['a text', /^The service could not be reached\.$/],
  [undefined, /^The service could not be reached\.$/],
])('%s', (cause, message) => {
  expect(whyNoAnswer(cause)).toMatch(message);
});

test('an error that is its own cause does not loop', () => {
  const circle: Error & { cause?: unknown } = new Error('round');
  circle.cause = circle;
  expect(whyNoAnswer(circle)).toBe('The service could not be reached (round).');
});
