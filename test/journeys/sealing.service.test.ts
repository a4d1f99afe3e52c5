import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onOneStore } from '../../apps/service/test/on-stores.ts';
import { rotateSealingKey } from '../../apps/service/test/rotate-sealing-key.ts';
import { syntheticImage } from '../../packages/fingerprint/test/synthetic-records.ts';
import { UsbReader } from '../../packages/reader/src/libfprint/usb-reader.ts';
import { serve, type RunningAgent } from '../../packages/reader/src/terminal/serve.ts';
import { hasLibfprint } from '../../packages/reader/test/find-libfprint.ts';
import { VirtualReader } from '../../packages/reader/test/virtual-reader.ts';
import { journeys } from './browser.ts';
import { agree, AppFixture, COMPUTER, press, type AppOptions, type OpenApp } from './app.ts';
import { shows } from './hosted.ts';

/** The id of the key that sealed the capture of a page. */
async function sentWith(page: Page, send: () => Promise<void>): Promise<string> {
  const callback = page.waitForRequest('**/callback');
  await send();
  return (JSON.parse((await callback).postData()!) as { enc_key: string }).enc_key.split('.')[1]!;
}

journeys('captures through a rotation of the sealing key', { timeout: 90_000 }, () => {
  onOneStore((place) => {
    let fixture: AppFixture;
    beforeAll(async () => {
      const { folder, databaseUrl } = await place.another();
      fixture = await AppFixture.start([], { folder, databaseUrl, settings: { reader: true } });
    }, 180_000);
    afterAll(() => fixture?.close());

    /** Enrolls, rotates, verifies: the earlier key still opens the enrollment, and the new one seals the probe. */
    async function throughRotation(
      open: (options: AppOptions) => Promise<OpenApp>,
      captureOnce: (page: Page, impression: number) => Promise<void>,
    ): Promise<unknown> {
      const { page, sessionId, userRef } = await open({ mode: 'enroll', impression: 0 });
      for (const impression of [0, 1]) {
        await captureOnce(page, impression);
        await page.getByRole('button', { name: 'Use this capture' }).click();
      }
      await captureOnce(page, 2);
      const send = (on: Page) => () => on.getByRole('button', { name: 'Send' }).click();
      const before = await sentWith(page, send(page));
      await shows(page, 'ended');
      expect(await fixture.result(sessionId, userRef)).toMatchObject({ result: { enrolled: true } });

      const next = await rotateSealingKey(fixture.service);
      const verification = await open({ mode: 'verify', userRef, impression: 4 });
      await captureOnce(verification.page, 4);
      expect(await sentWith(verification.page, send(verification.page))).toBe(next);
      expect(next).not.toBe(before);
      await shows(verification.page, 'ended');
      const earlier = (await fixture.service.service.store.keys.list()).find(({ id }) => id === before);
      expect(earlier?.lastUsedAt).not.toBeNull();
      return fixture.result(verification.sessionId, userRef);
    }
    const MATCHED = { status: 'succeeded', result: { matched: true } };

    it('the app enrolls before it and matches after it', async () => {
      const result = await throughRotation(
        async (options) => {
          const opened = await fixture.open(options);
          await agree(opened.page, options.mode === 'enroll' ? 'Right index finger' : undefined);
          return opened;
        },
        (page) => press(page),
      );
      expect(result).toMatchObject(MATCHED);
    });

    describe.skipIf(!hasLibfprint())('with the reader agent', () => {
      const folder = mkdtempSync(join(tmpdir(), 'agent-'));
      const virtual = new VirtualReader();
      let agent: RunningAgent;
      beforeAll(async () => {
        const reader = new UsbReader(virtual.env);
        agent = await serve({
          folder,
          origins: ['https://authly.test'],
          port: 0,
          reader,
          person: { tell: () => undefined },
        });
        fixture.browser.lead('agent', agent.port);
      });
      afterAll(async () => {
        await agent.close();
        virtual.remove();
        rmSync(folder, { recursive: true });
      });

      it('the app enrolls before it and matches after it', async () => {
        const result = await throughRotation(
          async (options) => {
            const opened = await fixture.open({ ...options, ...COMPUTER, expects: [/net::ERR_/] });
            const { page } = opened;
            await agree(page, options.mode === 'enroll' ? 'Right index finger' : undefined);
            await page.getByRole('button', { name: 'Reader' }).click();
            await page.getByRole('button', { name: 'Show a pairing code' }).click();
            await page.locator('.match-code').waitFor();
            agent.confirm((await page.locator('.match-code [aria-hidden]').allInnerTexts()).join(''));
            await page.getByRole('button', { name: 'Use the reader' }).click();
            return opened;
          },
          async (page, impression) => {
            await virtual.captureOf(syntheticImage(7002, impression));
            await page.locator('.sheet[data-screen="review"]').waitFor();
          },
        );
        expect(result).toMatchObject(MATCHED);
      });
    });
  });
});
