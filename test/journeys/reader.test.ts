import { app } from '../../packages/ui/test/words.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { syntheticImage } from '../../packages/fingerprint/test/synthetic-records.ts';
import { serve, type RunningAgent } from '../../packages/reader/src/agent/serve.ts';
import { UsbReader } from '../../packages/reader/src/libfprint/usb-reader.ts';
import { hasLibfprint } from '../../packages/reader/test/find-libfprint.ts';
import { VirtualReader } from '../../packages/reader/test/virtual-reader.ts';
import { journeys, picture, type TabOptions } from './browser.ts';
import { agree, COMPUTER, send, useAppFixture } from './app.ts';
import { accessibilityFindings, shows } from './hosted.ts';

/** The browser reports an error when no agent answers. */
const COUNTER: TabOptions = { ...COMPUTER, viewport: { width: 420, height: 760 }, expects: [/net::ERR_/] };

journeys('a reader on the counter', { timeout: 90_000 }, () => {
  const fixture = useAppFixture(() => [], { settings: { reader: true } });

  const see = async (page: Page, title: string): Promise<void> => {
    await picture(page, `app/${title}`);
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  };

  describe.skipIf(!hasLibfprint())('driven by libfprint', () => {
    const folder = mkdtempSync(join(tmpdir(), 'agent-'));
    const virtual = new VirtualReader();
    let agent: RunningAgent;
    beforeAll(async () => {
      const reader = new UsbReader(virtual.env);
      agent = await serve({ folder, origins: ['https://authly.test'], port: 0, reader, tell: () => undefined });
    });
    afterAll(async () => {
      await agent.close();
      virtual.remove();
      rmSync(folder, { recursive: true });
    });

    const pair = async (page: Page): Promise<void> => {
      await page.getByRole('button', { name: 'Show a pairing code' }).click();
      await page.locator('.match-code').waitFor();
      const code = (await page.locator('.match-code [aria-hidden]').allInnerTexts()).join('');
      expect(agent.confirm(code)).toBe('https://authly.test');
    };

    it('captures of its virtual reader enroll, and then verify on the same device, through agent, app and service', async () => {
      const { page, sessionId, userRef } = await fixture().open({ ...COUNTER, mode: 'enroll' });
      await agree(page, 'Right index finger');
      // Without a camera, the reader is one of the main buttons.
      await page.getByRole('button', { name: 'Camera' }).click();
      await page.getByRole('button', { name: app.en.camera_open }).click();
      await page.getByRole('button', { name: app.en.reader_start }).click();
      await page.getByText(app.en.reader_absent).waitFor();
      await see(page, 'reader, none');
      fixture().browser.lead('agent', agent.port);
      await page.getByRole('button', { name: app.en.reader_look_again }).click();
      await page.getByRole('button', { name: 'Show a pairing code' }).waitFor();
      await see(page, 'reader, unknown page');
      await pair(page);
      await page.getByRole('button', { name: 'Use the reader' }).click();
      for (const impression of [0, 1, 2]) {
        await page.getByText(app.en.reader_place).waitFor();
        if (impression === 0) await see(page, 'reader, waiting');
        await virtual.captureOf(syntheticImage(7002, impression));
      }
      await page.getByRole('button', { name: 'Send' }).click();
      await shows(page, 'ended');
      expect(await fixture().result(sessionId, userRef)).toMatchObject({
        status: 'succeeded',
        result: { enrolled: true },
      });

      // On this device the app begins with the reader, which stays paired.
      const verification = await fixture().link({ mode: 'verify', userRef });
      const [name = '', value = ''] = verification.cookie.split('=');
      await page.context().addCookies([{ name, value, url: 'https://authly.test', secure: true, sameSite: 'Strict' }]);
      const another = await page.context().newPage();
      await another.goto(verification.appUrl);
      await agree(another);
      await another.getByText(app.en.source_same_verify).waitFor();
      expect(await another.getByRole('button', { name: 'Reader', exact: true }).getAttribute('aria-pressed')).toBe(
        'true',
      );
      await see(another, 'reader, the same way again');
      await another.getByRole('button', { name: 'Use the reader' }).click();
      await virtual.captureOf(syntheticImage(7002, 4));
      await send(another);
      await shows(another, 'ended');
      const result: unknown = await fixture().result(verification.sessionId, userRef);
      expect(result).toMatchObject({ status: 'succeeded', result: { matched: true } });
    });
  });
});
