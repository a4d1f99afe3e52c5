import { LANGUAGES } from '@authly/contract/wire/languages';
import { app, shared } from '../../packages/ui/test/words.ts';
import { expect, it } from 'vitest';
import { pressAndHold, useAppFixture } from './app.ts';
import { journeys } from './browser.ts';
import { choose, fitsIn, inEveryLanguage, SMALLEST_PHONE } from './every-language.ts';
import { shows } from './hosted.ts';

journeys('the languages of the app page', { timeout: 120_000 }, () => {
  const fixture = useAppFixture(() => ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream']);

  it('a browser in Arabic shows it, and on the smallest phone every screen fits in every language', async () => {
    const { page, confirm, cancel } = await fixture().open({
      via: 'qr',
      locale: 'ar-ZZ',
      viewport: SMALLEST_PHONE,
      permissions: ['camera'],
    });
    const fits = async (screen: string, word: keyof typeof app.en): Promise<void> =>
      inEveryLanguage(page, `app/languages/${screen}`, (language) => app[language][word]);
    await shows(page, 'number');
    expect(await page.locator('html').getAttribute('lang')).toBe('ar');
    await fits('number', 'number_no');
    await confirm();
    await shows(page, 'consent');
    await inEveryLanguage(page, 'app/languages/consent', (language) => shared[language].enroll_title);
    await page.getByRole('button', { name: shared.en.consent_yes }).click();
    await fits('finger', 'finger_title');
    await page.getByRole('button', { name: shared.en.next }).click();
    await fits('capture', 'capture_stop');
    await page.getByText(app.en.synthetic_more).click();
    await fits('capture, drawer', 'capture_stop');
    for (const language of LANGUAGES) {
      await choose(page, language);
      await page.getByRole('button', { name: app[language].capture_stop }).click();
      await fitsIn(page, 'app/languages/stop', language, shared[language].stop_no);
      await page.getByRole('button', { name: shared[language].stop_no }).click();
    }
    await choose(page, 'en');
    await page.getByRole('button', { name: app.en.source_camera }).click();
    await fits('camera', 'camera_open');
    await page.getByRole('button', { name: app.en.camera_open }).click();
    await page.locator('.viewfinder.open').waitFor();
    await fits('camera open', 'capture_stop');
    await page.getByRole('button', { name: app.en.source_synthetic }).click();
    await pressAndHold(page);
    await fits('review', 'review_use');
    await cancel();
    await shows(page, 'ended');
    await inEveryLanguage(page, 'app/languages/ended', (language) => shared[language].canceled_title);
  });
});
