import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { driveTo } from '../../../test/drive-session.ts';
import { codeOf, MerchantCalls } from '../../../test/merchant-calls.ts';
import { readsAfterWaits } from '../../../test/reads-after-waits.ts';
import { onBothStores } from '../../../test/on-stores.ts';
import { RawConnection } from '../../../test/raw-connection.ts';
import type { TestAnswer, TestService } from '../../../test/running-service.ts';

const HOUR_MS = 3_600_000;

onBothStores((fixture) => {
  let service: TestService;
  let shop: MerchantCalls;
  beforeAll(async () => {
    service = await fixture.start();
    shop = await MerchantCalls.of(service);
  });
  const drive = (status: Parameters<typeof driveTo>[0], id: string, by = service): Promise<void> =>
    driveTo(status, id, { store: by.service.store, now: service.clock.now() });

  /** Sends the request and returns once the service waits. */
  async function waiting(id: string, seconds = 25): Promise<{ answer: Promise<TestAnswer>; answered: () => boolean }> {
    const before = await service.open('long_polls');
    let answered = false;
    const answer = shop.result(id, `merchant_user_ref=user-1&wait=${seconds}`).finally(() => (answered = true));
    await expect.poll(() => service.open('long_polls')).toBe(before + 1);
    return { answer, answered: () => answered };
  }

  it.each(['succeeded', 'failed', 'canceled'] as const)(
    'answers at once when the status is final: %s',
    async (status) => {
      const id = await shop.newSession();
      await drive(status, id);
      expect((await shop.result(id, 'merchant_user_ref=user-1&wait=25')).json.status).toBe(status);
    },
  );

  it('wait=0 answers at once', async () => {
    expect((await shop.result(await shop.newSession(), 'merchant_user_ref=user-1&wait=0')).json.status).toBe('created');
  });

  it('answers when the wait is over, and not before, even if the clock was set back', async () => {
    const id = await shop.newSession();
    const { answer, answered } = await waiting(id, 25);
    service.clock.set(-HOUR_MS);
    onTestFinished(() => service.clock.set(HOUR_MS));
    service.clock.move(24_999);
    await shop.result(id);
    expect(answered()).toBe(false);
    service.clock.move(1);
    expect((await answer).json.status).toBe('created');
  });

  it('answers when the session expires', async () => {
    const id = await shop.newSession();
    service.clock.move(599_000);
    await shop.renew();
    const { answer } = await waiting(id, 20);
    // Before any sweep is due: the expiry itself wakes it.
    service.clock.move(1000);
    expect((await answer).json).toMatchObject({ status: 'expired', failure_code: 'session_expired' });
  });

  it('does not answer for a change of another session', async () => {
    const [one, other] = [await shop.newSession(), await shop.newSession()];
    const { answer, answered } = await waiting(one);
    await drive('opened', other);
    expect((await shop.result(other)).json.status).toBe('opened');
    expect(answered()).toBe(false);
    await drive('opened', one);
    expect((await answer).json.status).toBe('opened');
  });

  it('404 session_not_found when retention erases the session meanwhile', async () => {
    const id = await shop.newSession();
    const { answer } = await waiting(id);
    while ((await service.service.store.sessions.erase(service.clock.now() + 1, 10_000)) > 0);
    service.clock.move(25_000);
    expect(codeOf(await answer)).toEqual([404, 'session_not_found']);
  });

  describe('a client that disconnects', () => {
    it('leaves no timers, and gives its share back', async () => {
      const id = await shop.newSession();
      const connection = await RawConnection.toApi(service);
      connection.write(
        `GET /v1/sessions/${id}/result?merchant_user_ref=user-1&wait=25 HTTP/1.1`,
        'Host: x',
        `Authorization: Bearer ${shop.token}`,
        '',
        '',
      );
      await expect.poll(() => service.open('long_polls')).toBe(1);
      connection.end();
      expect(await readsAfterWaits(service)).toBe(0);
      await expect.poll(() => service.open('long_polls')).toBe(0);
    });
  });
});
