import { LIMITS } from '@authly/contract/wire/limits';
import { beforeAll, expect, it } from 'vitest';
import { codeOf, MerchantCalls } from '../../../test/merchant-calls.ts';
import { TestService } from '../../../test/running-service.ts';
import { routedUrl } from './path-escapes.ts';

let shop: MerchantCalls;
beforeAll(async () => {
  const service = await TestService.start();
  shop = await MerchantCalls.of(service);
  return () => service.stop();
});

const path = (escapes: number): string => `/v1/sessions/${'%41'.repeat(escapes)}/result`;
const read = async (escapes: number): Promise<unknown> =>
  codeOf(await shop.service.get(`${path(escapes)}?merchant_user_ref=u`, shop.token));

it('a path with the maximum of percent escapes is routed, one with more is 404 not_found', async () => {
  expect(await read(LIMITS.pathEscapes)).toEqual([404, 'session_not_found']);
  expect(await read(LIMITS.pathEscapes + 1)).toEqual([404, 'not_found']);
  expect(await read(4000)).toEqual([404, 'not_found']);
});

it('such a path reaches no route and is not decoded; a query may have any number', () => {
  expect(routedUrl(path(LIMITS.pathEscapes + 1))).toBe('/-');
  expect(routedUrl(`/docs?${'%41'.repeat(5000)}`)).toBe(`/docs?${'%41'.repeat(5000)}`);
});
