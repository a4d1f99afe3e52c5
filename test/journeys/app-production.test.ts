import { app } from '@authly/ui/words/words.ts';
import { expect, it } from 'vitest';
import { journeys } from './browser.ts';
import { agree, useAppFixture } from './app.ts';
import { shows } from './hosted.ts';

journeys('the app page in production', { timeout: 60_000 }, () => {
  const fixture = useAppFixture(() => [], { environment: 'production' });

  it('has no synthetic fingers; without a camera, device_not_supported is reported', async () => {
    const { page, sessionId, userRef } = await fixture().open({ mode: 'verify' });
    await agree(page);
    await page.getByRole('button', { name: 'Open the camera' }).click();
    await page.getByText(app.en.camera_missing).waitFor();
    expect(await page.locator('.sources button').allInnerTexts()).toEqual(['Camera', 'Photo']);
    await page.getByRole('button', { name: 'I can’t do this' }).click();
    await page.getByRole('button', { name: 'Yes, stop' }).click();
    await shows(page, 'ended');
    expect(await fixture().result(sessionId, userRef)).toMatchObject({
      status: 'failed',
      failure_code: 'device_not_supported',
    });
  });
});
