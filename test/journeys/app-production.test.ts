import { app } from '../../packages/ui/test/words.ts';
import { expect, it } from 'vitest';
import { journeys } from './browser.ts';
import { agree, PHONE, useAppFixture } from './app.ts';
import { shows } from './hosted.ts';

journeys('the app page in production', { timeout: 60_000 }, () => {
  const fixture = useAppFixture(() => [], { environment: 'production' });

  it('has no synthetic fingers; without a camera, device_not_supported is reported', async () => {
    const { page, sessionId, userRef } = await fixture().open({ mode: 'verify' });
    await agree(page);
    await page.getByRole('button', { name: 'Open the camera' }).click();
    await page.getByText(app.en.camera_missing).waitFor();
    // One source alone needs no choice.
    expect(await page.locator('.sources button').count()).toBe(0);
    await page.getByRole('button', { name: 'I can’t do this' }).click();
    await page.getByRole('button', { name: 'Yes, stop' }).click();
    await shows(page, 'ended');
    expect(await fixture().result(sessionId, userRef)).toMatchObject({
      status: 'failed',
      failure_code: 'device_not_supported',
    });
  });

  const ANDROID = { ...PHONE, userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile Safari/537.36' };

  it('takes photos from the camera of a phone alone', async () => {
    const photoInput = async (): Promise<unknown> => {
      const { page } = await fixture().open({ mode: 'verify', ...ANDROID });
      await agree(page);
      await page.getByRole('button', { name: 'Photo' }).click();
      const camera = await page.locator('input[type=file]').getAttribute('capture');
      return [camera, await page.getByText(app.en.photo_drop).count()];
    };
    expect(await photoInput()).toEqual(['environment', 0]);
  });
});
