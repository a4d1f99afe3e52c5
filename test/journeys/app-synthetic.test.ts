import { sandbox } from '@authly/ui/words/sandbox.ts';
import { shared } from '../../packages/ui/test/words.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { journeys } from './browser.ts';
import { agree, enroll, press, useAppFixture, type OpenApp } from './app.ts';
import { heading, shows } from './hosted.ts';

journeys('the app with the sandbox’s synthetic fingers', { timeout: 60_000 }, () => {
  const fixture = useAppFixture();
  let enrolled: string | undefined;

  /** A verification of an enrolled finger, up to the review of one capture. */
  const verify = async (prepare: (page: Page) => Promise<void> = async () => {}): Promise<OpenApp> => {
    enrolled ??= await enroll(fixture());
    const opened = await fixture().open({ mode: 'verify', userRef: enrolled, impression: 40 });
    await agree(opened.page);
    await prepare(opened.page);
    await press(opened.page);
    return opened;
  };

  it('another capture of the same finger matches, and the page does not show it', async () => {
    const { page, sessionId, userRef } = await verify();
    await page.getByRole('button', { name: 'Send' }).click();
    await shows(page, 'ended');
    expect(await heading(page)).toBe(shared.en.succeeded_verify_title);
    expect(await page.locator('main').innerText()).not.toMatch(/match/i);
    expect(await fixture().result(sessionId, userRef)).toMatchObject({
      status: 'succeeded',
      result: { matched: true },
    });
  });

  it('another person’s finger does not match, and the page looks the same', async () => {
    const { page, sessionId, userRef } = await verify((page) => page.getByRole('radio', { name: 'Person B' }).check());
    await page.getByRole('button', { name: 'Send' }).click();
    await shows(page, 'ended');
    expect(await heading(page)).toBe(shared.en.succeeded_verify_title);
    expect(await fixture().result(sessionId, userRef)).toMatchObject({
      status: 'succeeded',
      result: { matched: false },
    });
  });

  it('finger_mismatch for another finger than the requested one', async () => {
    const { page, sessionId, userRef } = await verify(async (page) => {
      await page.getByText(sandbox.synthetic_more).click();
      await page.getByRole('radio', { name: 'Left index finger' }).check();
    });
    await page.getByRole('button', { name: 'Send' }).click();
    await shows(page, 'ended');
    expect(await heading(page)).toBe('That didn’t work');
    expect(await fixture().result(sessionId, userRef)).toMatchObject({
      status: 'failed',
      failure_code: 'finger_mismatch',
    });
  });
});
