import { beforeAll, expect, it } from 'vitest';
import { claim } from '../../test/app-side.ts';
import { MerchantCalls } from '../../test/merchant-calls.ts';
import { onOneStore } from '../../test/on-stores.ts';
import { PageSide } from '../../test/page-side.ts';
import type { TestService } from '../../test/running-service.ts';

onOneStore((fixture) => {
  let service: TestService;
  let shop: MerchantCalls;
  beforeAll(async () => {
    service = await fixture.start();
    shop = await MerchantCalls.of(service);
  });
  const serviceTime = (): string => new Date(service.clock.now()).toISOString();

  it('every response with expires_at has `now` by the same clock', async () => {
    const page = await PageSide.created(shop);
    service.clock.move(90_000);
    const answers = [await page.opened(), await page.session(), await page.link()];
    const claimed = await claim(service, await page.linkToken());
    const app = await service.get(`/app/v1/sessions/${page.sessionId}`, claimed.json.app_token as string);
    answers.push(claimed, app);
    expect(answers.map(({ status, json }) => [status, json.now])).toEqual(answers.map(() => [200, serviceTime()]));
  });

  it('an event has the time at which it was sent, not the start of the stream', async () => {
    const page = await PageSide.open(shop);
    const events = await page.events();
    expect((await events.next())?.['now']).toBe(serviceTime());
    await expect.poll(() => service.open('event_streams')).toBe(1);
    service.clock.move(9000);
    await page.join();
    expect(await events.next()).toMatchObject({ status: 'app_launched', now: serviceTime() });
    await events.leave();
  });
});
