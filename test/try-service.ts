import { Agent, fetch } from 'undici';
import { createAuthlyClient } from '../packages/merchant/src/index.ts';

export interface Finding {
  readonly promise: string;
  readonly holds: boolean;
  readonly seen: string;
}

interface RunningService {
  readonly baseUrl: string;
  readonly ca: string;
  readonly authly: (...args: string[]) => string;
}

const PAGES = ['/docs', '/hosted/', '/app/', '/openapi.json'];

export async function tryService({ baseUrl, ca, authly }: RunningService): Promise<Finding[]> {
  const json = (...args: string[]): Record<string, string> =>
    JSON.parse(authly(...args, '--json')) as Record<string, string>;
  const bio = ['--bio-base-url', 'https://shop.example/bio'];
  const { merchant_id: merchantId = '' } = json('merchant', 'add', '--name', 'A shop', '--as', 'tests', ...bio);
  const { client_id: clientId = '', client_secret: clientSecret = '' } = json(
    'client',
    'add',
    '--merchant',
    merchantId,
    '--as',
    'tests',
  );
  const dispatcher = new Agent({ connect: { ca } });
  const trusting = ((url: string, init = {}) =>
    fetch(url, { ...init, dispatcher })) as unknown as typeof globalThis.fetch;
  const client = createAuthlyClient({ baseUrl, merchantId, clientId, clientSecret, fetch: trusting });
  const { session_id: id } = await client.createEnrollment({ merchant_user_ref: 'user-1' });
  const { status } = await client.result(id, 'user-1');
  const statuses = await Promise.all(PAGES.map(async (path) => `${path} ${(await trusting(baseUrl + path)).status}`));
  return [
    { promise: 'creates and reads a session', holds: status === 'created', seen: status },
    { promise: 'has its pages', holds: statuses.every((each) => each.endsWith(' 200')), seen: statuses.join(', ') },
  ];
}
