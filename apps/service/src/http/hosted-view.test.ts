import { afterAll, beforeAll, expect, it } from 'vitest';
import { MerchantCalls } from '../../test/merchant-calls.ts';
import { TestService } from '../../test/running-service.ts';

let service: TestService;
let shop: MerchantCalls;
beforeAll(async () => {
  service = await TestService.start();
  shop = await MerchantCalls.of(service);
});
afterAll(() => service.stop());

it('the page’s answers carry the Date of the clock that decides about expires_at, not the machine’s', async () => {
  const { popup_url: popupUrl } = (await shop.enroll()).json as { popup_url: string };
  const token = new URL(popupUrl).hash.replace('#token=', '');
  service.clock.move(90_000);
  const expected = new Date(service.clock.now()).toUTCString();
  const opened = await service.post('/hosted/v1/opened', token, '');
  const answers = [
    opened,
    await service.get('/hosted/v1/session', token),
    await service.get('/hosted/v1/link?via=qr', token),
  ];
  expect(answers.map(({ status, headers }) => [status, headers['date']])).toEqual(answers.map(() => [200, expected]));
});
