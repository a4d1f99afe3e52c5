import { app } from '../../packages/ui/test/words.ts';
import { expect, it } from 'vitest';
import { journeys } from './browser.ts';
import { agree, COMPUTER, useAppFixture } from './app.ts';
import { shows } from './hosted.ts';

journeys('the app page in production', { timeout: 60_000 }, () => {
  const fixture = useAppFixture(() => [], { environment: 'production' });

  it('has no synthetic fingers; without a camera, device_not_supported is reported', async () => {
    const { page, sessionId, userRef } = await fixture().open({ mode: 'verify', ...COMPUTER });
    await agree(page);
    await page.getByText(app.en.camera_missing).waitFor();
    expect(await page.locator('.sources button').count()).toBe(0);
    await page.getByRole('button', { name: 'I can’t do this' }).click();
    await page.getByRole('button', { name: 'Yes, stop' }).click();
    await shows(page, 'ended');
    expect(await fixture().result(sessionId, userRef)).toMatchObject({ failure_code: 'device_not_supported' });
  });

  it('offers the camera app on a phone, never a file, and no choice of sources', async () => {
    const { page } = await fixture().open({ mode: 'verify' });
    await agree(page);
    // There is no camera, so another way is the main button.
    await page.getByText(app.en.camera_missing).waitFor();
    expect(await page.locator('.main').allInnerTexts()).toEqual([app.en.camera_app]);
    const input = page.getByLabel(app.en.camera_app);
    expect([await input.getAttribute('capture'), await input.getAttribute('accept')]).toEqual([
      'environment',
      'image/*',
    ]);
    expect(await page.locator('.sources button').count()).toBe(0);
  });

  it('has no file input on a computer, where browsers ignore `capture`', async () => {
    const { page } = await fixture().open({ mode: 'verify', ...COMPUTER });
    await agree(page);
    await page.getByRole('button', { name: app.en.retry }).waitFor();
    expect(await page.locator('input[type=file]').count()).toBe(0);
  });
});
