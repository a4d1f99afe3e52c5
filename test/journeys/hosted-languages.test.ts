import { LANGUAGES } from '@authly/contract/languages';
import { hosted, shared } from '../../packages/ui/test/words.ts';
import { expect, it } from 'vitest';
import { driveTo } from '../../apps/service/test/drive-session.ts';
import { journeys } from './browser.ts';
import { inEveryLook, shows, useHostedFixture } from './hosted.ts';

const UNKNOWN = 'eo';

journeys('the languages of the hosted page', { timeout: 60_000 }, () => {
  const fixture = useHostedFixture();

  it.each(LANGUAGES)('a session in %s is shown in it, from the first word to the last', async (language) => {
    const words = { ...shared[language], ...hosted[language] };
    const { page, sessionId } = await fixture().open({
      creation: { locale: `${language}-ZZ` },
      locale: UNKNOWN,
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
      await inEveryLook(page, `hosted languages/${language}, ${screen}`, language);
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

  it('an unsupported locale is shown in English', async () => {
    const { page } = await fixture().open({ creation: { locale: UNKNOWN }, locale: UNKNOWN });
    await page.getByText(hosted.en.desk_lead).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });

  it('a session that failed before its page was opened shows the text of its failure code', async () => {
    const { service, clock } = fixture().service;
    const { sessionId, popupUrl } = await fixture().create();
    const failureCode = 'merchant_bio_timeout';
    await driveTo('failed', sessionId, { store: service.store, now: clock.now(), failureCode });
    const page = await fixture().browser.tab({ expects: [/409/] });
    await page.goto(popupUrl);
    await shows(page, 'failed');
    expect(await page.locator('.lead').innerText()).toBe(
      shared.en[`failure_${failureCode}`].replaceAll('{merchant}', hosted.en.the_merchant),
    );
  });

  it('a failure code that the page does not know gets a general sentence', async () => {
    const context = await fixture().browser.context();
    const { sessionId, popupUrl } = await fixture().create();
    const answer = { session_id: sessionId, mode: 'enroll', status: 'failed', failure_code: 'from_the_future' };
    await context.route(/\/hosted\/v1\/opened\?/, (route) => route.fulfill({ json: answer }));
    const page = await context.newPage();
    await page.goto(popupUrl);
    await shows(page, 'failed');
    expect(await page.locator('.lead').innerText()).toBe(
      shared.en.failure_other.replace('{merchant}', hosted.en.the_merchant),
    );
  });
});
