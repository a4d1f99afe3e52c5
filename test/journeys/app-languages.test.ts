import { LANGUAGES } from '@authly/ui/words/languages.ts';
import { app } from '@authly/ui/words/words.ts';
import { expect, it } from 'vitest';
import { journeys, picture } from './browser.ts';
import { useAppFixture } from './app.ts';
import { heading, shows } from './hosted.ts';

journeys('the languages of the app page', { timeout: 60_000 }, () => {
  const fixture = useAppFixture();

  it.each(LANGUAGES)('a browser in %s sees it, and on the smallest phone nothing sticks out', async (language) => {
    const words = app[language];
    const { page } = await fixture().open({ locale: `${language}-ZZ`, viewport: { width: 320, height: 568 } });
    const fits = async (screen: string): Promise<void> => {
      await shows(page, screen);
      await picture(page, `app/languages/${screen}, ${language}`);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    };
    await fits('consent');
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    expect(await heading(page)).toBe(words.consent_enroll_title);
    await page.getByRole('button', { name: words.consent_yes }).click();
    await fits('finger');
    await page.getByRole('button', { name: words.next }).click();
    await fits('capture');
    await page.getByRole('button', { name: words.synthetic_capture }).click();
    await fits('review');
  });

  it('a browser in a language that it does not speak sees English', async () => {
    const { page } = await fixture().open({ locale: 'eo' });
    await shows(page, 'consent');
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    expect(await heading(page)).toBe(app.en.consent_enroll_title);
  });
});
