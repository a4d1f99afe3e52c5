import type { Language } from '@authly/ui/languages.ts';
import { expect, it } from 'vitest';
import { WORDS } from '../../apps/app/src/words/languages.ts';
import { journeys, picture } from './browser.ts';
import { useAppFixture } from './app.ts';
import { heading, shows } from './hosted.ts';

const LOCALES: readonly (readonly [string, Language])[] = [
  ['en-GB', 'en'],
  ['ko-KR', 'ko'],
  ['ja-JP', 'ja'],
  ['es-419', 'es'],
  ['de-AT', 'de'],
];

journeys('the languages of the app page', { timeout: 60_000 }, () => {
  const fixture = useAppFixture();

  it.each(LOCALES)(
    'a browser in %s sees %s, and on the smallest phone nothing sticks out',
    async (locale, language) => {
      const words = WORDS[language];
      const { page } = await fixture().open({ locale, viewport: { width: 320, height: 568 } });
      const fits = async (screen: string): Promise<void> => {
        await shows(page, screen);
        await picture(page, `app/languages/${screen}, ${locale}`);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      };
      await fits('consent');
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      expect(await heading(page)).toBe(words.consent_enroll_title);
      await page.getByRole('button', { name: words.consent_yes }).click();
      await fits('finger');
      await page.getByRole('button', { name: words.next }).click();
      await fits('capture');
      await page.getByRole('button', { name: words.drawer_capture }).click();
      await fits('review');
    },
  );

  it('a browser in a language that it does not speak sees English', async () => {
    const { page } = await fixture().open({ locale: 'fr-FR' });
    await shows(page, 'consent');
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    expect(await heading(page)).toBe(WORDS.en.consent_enroll_title);
  });
});
