import { expect, it } from 'vitest';
import { driveTo } from '../../apps/service/test/drive-session.ts';
import { WORDS } from '../../apps/hosted/src/words/languages.ts';
import { journeys, picture } from './browser.ts';
import { shows, useHostedFixture } from './hosted.ts';

const LOCALES = [
  ['en-GB', 'en'],
  ['ko-KR', 'ko'],
  ['ja', 'ja'],
  ['es-419', 'es'],
  ['de-AT', 'de'],
] as const;

journeys('the languages of the hosted page', {}, () => {
  const fixture = useHostedFixture();

  it.each(LOCALES)('locale %s is shown in %s, from the first word to the last', async (locale, language) => {
    const words = WORDS[language];
    const { page, sessionId } = await fixture().open({
      creation: { locale },
      locale: 'fr-FR',
      viewport: { width: 360, height: 640 },
    });
    const sees = async (screen: string, text: string): Promise<void> => {
      await shows(page, screen);
      await page.getByText(text).first().waitFor();
      expect(await page.evaluate(`document.documentElement.scrollWidth - document.documentElement.clientWidth`)).toBe(
        0,
      );
      await page.evaluate(
        `Promise.all(document.querySelector('.screen').getAnimations().map((animation) => animation.finished))`,
      );
      await picture(page, `hosted languages/${locale}, ${screen}`);
    };
    await fixture().appLink(page);
    await sees('waiting', words.desk_lead);
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    await fixture().claim(await fixture().appLink(page));
    await sees('join-check', words.join_lead);
    await page.getByRole('button', { name: words.join_yes }).click();
    await sees('app-launched', words.app_lead);
    await fixture().happen(sessionId, 'callback', 'process');
    await sees('processing', words.processing_enroll);
    await fixture().happen(sessionId, { fail: 'quality_too_low' });
    await sees('failed', words.failure_quality_too_low.split('{merchant}')[0]!.trim());
  });

  it('a locale that it does not speak is shown in English', async () => {
    const { page } = await fixture().open({ creation: { locale: 'pt-BR' }, locale: 'fr-FR' });
    await page.getByText(WORDS.en.desk_lead).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });

  it('a session that failed before its page was opened is told in the words of its failure code', async () => {
    const { service, clock } = fixture().service;
    const { sessionId, popupUrl } = await fixture().create();
    const failureCode = 'merchant_bio_timeout';
    await driveTo('failed', sessionId, { store: service.store, now: clock.now(), failureCode });
    const page = await fixture().room.tab({ expects: [/409/] });
    await page.goto(popupUrl);
    await shows(page, 'failed');
    expect(await page.locator('.lead').innerText()).toBe(
      WORDS.en[`failure_${failureCode}`].replaceAll('{merchant}', WORDS.en.the_merchant),
    );
  });

  it('a failure code that the page does not know gets a general sentence', async () => {
    const context = await fixture().room.context();
    const { sessionId, popupUrl } = await fixture().create();
    const answer = { session_id: sessionId, mode: 'enroll', status: 'failed', failure_code: 'from_the_future' };
    await context.route(/\/hosted\/v1\/opened\?/, (route) => route.fulfill({ json: answer }));
    const page = await context.newPage();
    await page.goto(popupUrl);
    await shows(page, 'failed');
    expect(await page.locator('.lead').innerText()).toBe(
      WORDS.en.failure_other.replace('{merchant}', WORDS.en.the_merchant),
    );
  });
});
