import { OPERATIONS } from '@authly/contract/operation-table';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AppSide } from '../../../test/app-side.ts';
import { codeOf, MerchantCalls } from '../../../test/merchant-calls.ts';
import { PageSide } from '../../../test/page-side.ts';
import { TestService, type TestAnswer } from '../../../test/running-service.ts';

/** Each of the four kinds of token works only on its own routes. */
type Kind = 'access token' | 'hosted token' | 'app token' | 'link token';
const KINDS: readonly Kind[] = ['access token', 'hosted token', 'app token', 'link token'];
const guarded = Object.values(OPERATIONS).filter(({ caller }) => caller.endsWith(' token') && caller !== 'link token');

let service: TestService;
let page: PageSide;
let app: AppSide;
const tokens: Partial<Record<Kind, string>> = {};
beforeAll(async () => {
  service = await TestService.start();
  const shop = await MerchantCalls.of(service);
  page = await PageSide.open(shop);
  tokens['link token'] = await page.linkToken();
  app = await page.join('qr');
  Object.assign(tokens, { 'access token': shop.token, 'hosted token': page.token, 'app token': app.token });
  return () => service.stop();
});

const ask = (method: string, path: string, token: string): Promise<TestAnswer> => {
  const url =
    path.replace('{session_id}', page.sessionId) + (path.endsWith('/result') ? '?merchant_user_ref=user-1' : '');
  return method === 'GET' ? service.get(url, token) : service.post(url, token, {});
};

describe.each(guarded)('$method $path', ({ method, path, caller }) => {
  it.each(KINDS.filter((kind) => kind !== caller))('401 invalid_token for a live %s', async (kind) => {
    expect(codeOf(await ask(method, path, tokens[kind]!))).toEqual([401, 'invalid_token']);
  });
});

it('none of these calls moved the session', async () => {
  expect((await app.session()).json).toMatchObject({
    session_id: page.sessionId,
    status: 'app_launched',
    confirmed: false,
  });
});

it('each token works on its own routes', async () => {
  expect((await page.session()).status).toBe(200);
  expect((await ask('GET', '/v1/sessions/{session_id}/result', tokens['access token']!)).status).toBe(200);
});
