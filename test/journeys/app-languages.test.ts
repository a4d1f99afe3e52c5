import { LANGUAGES } from '@authly/contract/languages';
import { sandbox } from '@authly/ui/words/sandbox.ts';
import { app } from '../../packages/ui/test/words.ts';
import { expect, it } from 'vitest';
import { journeys } from './browser.ts';
import { useAppFixture } from './app.ts';
import { heading, inEveryLook, shows } from './hosted.ts';

journeys('the languages of the app page', { timeout: 120_000 }, () => {
  const fixture = useAppFixture(() => ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream']);

  it.each(LANGUAGES)('a browser in %s shows it, and nothing overflows on the smallest phone', async (language) => {
    const words = app[language];
    const { page } = await fixture().open({
      locale: `${language}-ZZ`,
      viewport: { width: 320, height: 568 },
      permissions: ['camera'],
    });
    const fits = async (screen: string): Promise<void> => {
      await shows(page, screen);
      await inEveryLook(page, `app/languages/${screen}, ${language}`, language);
    };
    await fits('consent');
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    expect(await heading(page)).toBe(words.consent_enroll_title);
    await page.getByRole('button', { name: words.consent_yes }).click();
    await fits('finger');
    await page.getByRole('button', { name: words.next }).click();
    await fits('capture');
    await page.getByText(sandbox.synthetic_more).click();
    await fits('capture');
    await page.getByRole('button', { name: words.source_camera }).click();
    await inEveryLook(page, `app/languages/camera, ${language}`, language);
    await page.getByRole('button', { name: words.camera_open }).click();
    await page.locator('.viewfinder.open').waitFor();
    await inEveryLook(page, `app/languages/camera open, ${language}`, language);
    await page.getByRole('button', { name: words.capture_stop }).click();
    await inEveryLook(page, `app/languages/stop, ${language}`, language);
    await page.getByRole('button', { name: words.stop_no }).click();
    await page.getByRole('button', { name: sandbox.source_synthetic }).click();
    await page.getByRole('button', { name: sandbox.synthetic_capture }).click();
    await fits('review');
  });

  it('a browser in an unsupported language shows English', async () => {
    const { page } = await fixture().open({ locale: 'eo' });
    await shows(page, 'consent');
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    expect(await heading(page)).toBe(app.en.consent_enroll_title);
  });
});
