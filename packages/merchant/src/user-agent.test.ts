import { afterEach, expect, test, vi } from 'vitest';
import { createAuthlyClient } from './index.ts';
import { createFakeService } from './testing/index.ts';
import { userAgent } from './user-agent.ts';
import { VERSION } from './version.ts';

afterEach(() => void vi.unstubAllGlobals());

test.each([
  ['Node.js/24', { 'user-agent': `authly-merchant/${VERSION} Node.js/24` }],
  ['Cloudflare-Workers', { 'user-agent': `authly-merchant/${VERSION} Cloudflare-Workers` }],
  [undefined, { 'user-agent': `authly-merchant/${VERSION}` }],
  ['Mozilla/5.0 (X11; Linux) Chrome/150', {}],
])('where the runtime is called %s', (runtime, headers) => {
  vi.stubGlobal('navigator', runtime === undefined ? undefined : { userAgent: runtime });
  expect(userAgent()).toEqual(headers);
});

test('every request names the SDK in its user agent', async () => {
  const service = await createFakeService();
  const seen: (string | null)[] = [];
  const recording: typeof fetch = (input, init) => {
    seen.push(new Headers(init?.headers).get('user-agent'));
    return service.fetch(input, init);
  };
  const client = createAuthlyClient({ ...service, fetch: recording });
  await client.createEnrollment({ merchant_user_ref: 'user-1' });
  expect(seen).toEqual([userAgent()['user-agent'], userAgent()['user-agent']]);
});
