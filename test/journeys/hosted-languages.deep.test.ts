import { hosted, shared } from '../../packages/ui/test/words.ts';
import { expect, it } from 'vitest';
import { driveTo } from '../../apps/service/test/drive-session.ts';
import { journeys } from './browser.ts';
import { inEveryLanguage, SMALLEST_PHONE } from './every-language.ts';
import { shows, useHostedFixture } from './hosted.ts';

const UNKNOWN = 'eo';

journeys('the languages of the hosted page', { timeout: 60_000 }, () => {
  const fixture = useHostedFixture();

  it('a session in Arabic is shown in it, and on the smallest phone every screen fits in every language', async () => {
    const { page, sessionId } = await fixture().open({
      creation: { locale: 'ar-ZZ' },
      locale: UNKNOWN,
      viewport: SMALLEST_PHONE,
    });
    const fits = async (screen: string, word: keyof typeof hosted.en | keyof typeof shared.en): Promise<void> => {
      await shows(page, screen);
      await inEveryLanguage(
        page,
        `hosted languages/${screen}`,
        (language) => ({ ...shared[language], ...hosted[language] })[word],
      );
    };
    const link = await fixture().appLink(page);
    expect(await page.locator('html').getAttribute('lang')).toBe('ar');
    await fits('waiting', 'desk_lead');
    const { confirm } = await fixture().claim(link);
    await fits('join-check', 'join_lead');
    await confirm(page);
    await fits('app-launched', 'app_lead');
    await fixture().happen(sessionId, 'callback', 'process');
    await fits('processing', 'processing_enroll');
    await fixture().happen(sessionId, { fail: 'device_not_recognized' });
    await fits('failed', 'failure_other_device');
  });

  it('an unsupported locale is shown in English', async () => {
    const { page } = await fixture().open({ creation: { locale: UNKNOWN }, locale: UNKNOWN });
    await page.getByText(hosted.en.desk_lead).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });

  it('a session that failed before its page was opened shows the sentence of its failure', async () => {
    const { service, clock } = fixture().service;
    const { sessionId, popupUrl } = await fixture().create();
    const failureCode = 'merchant_bio_timeout';
    await driveTo('failed', sessionId, { store: service.store, now: clock.now(), failureCode });
    const page = await fixture().browser.tab({ expects: [/409/] });
    await page.goto(popupUrl);
    await shows(page, 'failed');
    expect(await page.locator('.lead').innerText()).toBe(
      shared.en.failure_wait.replaceAll('{merchant}', hosted.en.the_merchant),
    );
  });
});
