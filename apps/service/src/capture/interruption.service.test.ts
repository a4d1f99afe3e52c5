import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { anyCapture } from '../../test/app-side.ts';
import { runAuthly } from '../../test/cli-run.ts';
import { onOneStore } from '../../test/on-stores.ts';
import { PageSide } from '../../test/page-side.ts';
import { codeOf } from '../../test/merchant-calls.ts';
import type { TestAnswer, TestService } from '../../test/running-service.ts';
import { answering, holding, SdkMerchant } from '../../test/sdk-merchant.ts';
import { ServiceProcess } from '../../test/service-process.ts';
import { TestClock } from '../../test/test-clock.ts';
import { StoreUnavailableError } from '../storage/port/store.ts';

/** 15 s + 5 s × 2. */
const PROCESSING_DEADLINE_MS = 25_000;

onOneStore((fixture) => {
  let service: TestService;
  let merchant: SdkMerchant;
  beforeAll(async () => {
    service = await fixture.start();
    merchant = await SdkMerchant.start(service);
    return () => merchant.stop();
  });

  it('an outcome after the processing deadline changes nothing, and the app gets the stored status', async () => {
    const page = await PageSide.open(await merchant.calls.renew());
    const app = await page.join();
    const { called, answer } = holding(merchant);
    const callback = app.callback(anyCapture());
    await called;
    service.clock.move(PROCESSING_DEADLINE_MS - 1);
    expect((await app.session()).json.status).toBe('processing');
    service.clock.move(1);
    expect((await page.session()).json).toMatchObject({ status: 'failed', failure_code: 'processing_interrupted' });
    answer();
    const told = await callback;
    expect([told.status, told.json]).toEqual([200, { session_id: page.sessionId, status: 'failed' }]);
    // The operator sees that the merchant stored the enrollment.
    const env = {
      AUTHLY_DATA_DIR: service.folder,
      ...(service.config.databaseUrl !== undefined && { AUTHLY_DATABASE_URL: service.config.databaseUrl }),
    };
    const interrupted = async (): Promise<unknown> =>
      JSON.parse((await runAuthly(['sessions', 'interrupted', '--json'], env)).out);
    await expect
      .poll(interrupted)
      .toEqual([expect.objectContaining({ session_id: page.sessionId, at_merchant: 'stored' })]);
  });

  describe('the store is down when the merchant has answered', () => {
    /** A callback whose outcome waits for the store. */
    async function outcomeWaiting() {
      const page = await PageSide.open(await merchant.calls.renew());
      const app = await page.join();
      const { called, answer } = holding(merchant);
      const callback = app.callback(anyCapture());
      await called;
      const away = vi
        .spyOn(service.service.store.sessions, 'move')
        .mockRejectedValue(new StoreUnavailableError('unreachable', 'the store is away'));
      onTestFinished(() => away.mockRestore());
      const before = service.waiting;
      const waits = async (): Promise<void> => {
        await expect.poll(() => service.clock.waiting).toBeGreaterThan(before);
      };
      answer();
      await waits();
      return { page, callback, waits, comesBack: () => away.mockRestore() };
    }

    it('the outcome is written when the store is back', async () => {
      const { page, callback, waits, comesBack } = await outcomeWaiting();
      for (let tries = 0; tries < 5; tries++) {
        service.clock.move(2000);
        await waits();
      }
      comesBack();
      service.clock.move(2000);
      expect((await callback).json).toEqual({ session_id: page.sessionId, status: 'succeeded' });
      expect((await page.session()).json.status).toBe('succeeded');
    });

    it('after the processing deadline the app gets 503, and the session is processing_interrupted', async () => {
      const { page, callback, waits, comesBack } = await outcomeWaiting();
      let answered: TestAnswer | undefined;
      void callback.then((answer) => (answered = answer));
      for (let ms = 0; ms < PROCESSING_DEADLINE_MS; ms += 1000) {
        await Promise.race([waits(), callback]);
        expect(answered).toBeUndefined();
        service.clock.move(1000);
      }
      expect(codeOf(await callback)).toEqual([503, 'unavailable']);
      comesBack();
      expect((await page.session()).json).toMatchObject({ status: 'failed', failure_code: 'processing_interrupted' });
    });
  });

  describe.each(['callback', 'succeed'])('the store fails at the move %s', (event) => {
    it.each([
      ['and has not written it', false],
      ['after it has written it', true],
    ])('%s: the capture is processed once, and the app gets the outcome', async (_, isWritten) => {
      const { sessions } = service.service.store;
      const real = { ...sessions };
      const page = await PageSide.open(await merchant.calls.renew());
      const app = await page.join();
      const calls = merchant.bodies.length;
      const lossy = vi.spyOn(sessions, 'move').mockImplementation(async (each) => {
        if (each.steps[0].event !== event) return real.move(each);
        lossy.mockRestore();
        if (isWritten) await real.move(each);
        throw new StoreUnavailableError('unreachable', 'the connection broke');
      });
      merchant.instead = answering(200, { stored: true });
      const callback = app.callback(anyCapture());
      await expect.poll(() => service.clock.waitingFor(50)).toBe(1);
      service.clock.move(50);
      expect((await callback).json.status).toBe('succeeded');
      expect(merchant.bodies).toHaveLength(calls + 1);
    });
  });

  it.each([
    ['the sealing key, before the call', 0],
    ['the signing key, for the second call attempt', 1],
  ])('the store fails at a read of the capture, %s: the session still gets its outcome', async (_, failedCalls) => {
    const page = await PageSide.open(await merchant.calls.renew());
    const app = await page.join();
    /** Keys are read again after a second. The next read fails. */
    const goesAway = (): void => {
      service.clock.move(1000);
      const away = new StoreUnavailableError('unreachable', 'the store is away');
      const list = vi.spyOn(service.service.store.keys, 'list').mockRejectedValueOnce(away);
      onTestFinished(() => list.mockRestore());
    };
    let calls = 0;
    merchant.instead = (req, res) => {
      if (calls++ === failedCalls) return answering(200, { stored: true })(req, res);
      goesAway();
      answering(500, {})(req, res);
    };
    if (failedCalls === 0) {
      const { sessions } = service.service.store;
      const real = { ...sessions };
      const started = vi.spyOn(sessions, 'move').mockImplementation((each) => {
        started.mockRestore();
        goesAway();
        return real.move(each);
      });
    }
    const callback = app.callback(anyCapture());
    await expect.poll(() => service.clock.waitingFor(50)).toBe(1);
    service.clock.move(50);
    expect((await callback).json.status).toBe('succeeded');
  });

  it.each([
    ['before the first call', 'process', 0, 'internal_error'],
    ['before a retry', 'never', 1, 'merchant_bio_unavailable'],
  ])(
    'less than one timeout is left %s: it is not made, so the merchant stores nothing too late',
    async (_, step, made, failure) => {
      const page = await PageSide.open(await merchant.calls.renew());
      const app = await page.join();
      const passes = (): void => service.clock.move(PROCESSING_DEADLINE_MS - 4999);
      const { sessions } = service.service.store;
      const real = { ...sessions };
      using started = vi.spyOn(sessions, 'move').mockImplementation(async (each) => {
        const moved = await real.move(each);
        if (each.steps.some(({ event }) => event === step)) passes();
        return moved;
      });
      const calls = merchant.bodies.length;
      merchant.instead = (req, res) => {
        passes();
        answering(500, {})(req, res);
      };
      await app.callback(anyCapture());
      expect(started).toHaveBeenCalled();
      expect((await page.session()).json).toMatchObject({ status: 'failed', failure_code: failure });
      expect(merchant.bodies.length - calls).toBe(made);
    },
  );

  it('a process that dies in the middle leaves a session that becomes processing_interrupted, never one that hangs', async () => {
    const deployment = await fixture.another();
    const survivor = await deployment.start({ clock: new TestClock(Date.now()) });
    const shop = await SdkMerchant.start(survivor);
    const victim = await ServiceProcess.start(deployment);
    const page = await PageSide.open(shop.calls);
    const app = await page.join();
    const { called } = holding(shop);
    const callback = victim.callback(app, await app.sealed(anyCapture())).catch(() => 'cut off');
    await called;
    await victim.end('SIGKILL');
    expect(await callback).toBe('cut off');
    expect((await app.session()).json.status).toBe('processing');

    const waiting = shop.calls.result(page.sessionId, 'merchant_user_ref=user-1&wait=25');
    await expect.poll(() => survivor.open('long_polls')).toBe(1);
    // The other process ran on real time.
    survivor.clock.move(Date.now() - survivor.clock.now() + PROCESSING_DEADLINE_MS);
    expect((await waiting).json).toMatchObject({
      status: 'failed',
      failure_code: 'processing_interrupted',
      result: null,
    });
    expect((await page.session()).json).toMatchObject({ failure_code: 'processing_interrupted' });
    expect((await app.callback(anyCapture())).json).toEqual({ session_id: page.sessionId, status: 'failed' });
    await shop.stop();
  });
});
