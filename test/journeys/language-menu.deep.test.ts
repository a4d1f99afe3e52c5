import { app, hosted, shared } from '../../packages/ui/test/words.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { PHONE, typeNumber, useAppFixture } from './app.ts';
import { journeys } from './browser.ts';
import { choose } from './every-language.ts';
import { heading, shownNumber, shows } from './hosted.ts';
import { readCode } from './read-code.ts';

const WORDS = /assets\/(?:ja|ko)-[\w-]+\.js$/;

/** As an Arabic keyboard writes it. */
const inArabicDigits = (number: string): string => number.replaceAll(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!);

journeys('the language menu', { timeout: 90_000 }, () => {
  const fixture = useAppFixture();

  async function openDesk(): Promise<{ desk: Page; sessionId: string; userRef: string }> {
    const userRef = fixture().newUser();
    await fixture().merchant.renew();
    const { json } = await fixture().merchant.enroll({ merchant_user_ref: userRef, locale: 'en' });
    const desk = await fixture().browser.tab({ viewport: { width: 420, height: 680 } });
    await desk.goto(json.popup_url as string);
    await shows(desk, 'waiting');
    return { desk, sessionId: json.session_id as string, userRef };
  }

  it('a user who chooses Arabic on the desk decides in it on the phone, from right to left', async () => {
    const words = { ...shared.ar, ...hosted.ar, ...app.ar };
    const { desk, sessionId, userRef } = await openDesk();
    // Without a choice the link is unchanged.
    expect(await readCode(desk)).toMatch(/#link=[\w.-]+$/);
    await choose(desk, 'ar');
    await desk.getByText(words.desk_lead).waitFor();
    expect(await desk.evaluate(`document.activeElement.tagName`)).toBe('SELECT');
    await desk.reload();
    await desk.getByText(words.desk_lead).waitFor();
    const link = await readCode(desk);
    expect(link).toMatch(/#link=[\w.-]+&lang=ar$/);

    const phone = await fixture().browser.tab(PHONE);
    await phone.goto(link);
    await shows(phone, 'number');
    expect(phone.url()).toBe('https://authly.test/app/');
    await shows(desk, 'join-check');
    for (const page of [desk, phone]) expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    const number = await shownNumber(desk);
    expect(await heading(desk)).toBe(words.join_title.replace('{code}', number));
    await typeNumber(phone, inArabicDigits(number));
    await shows(phone, 'consent');
    await phone.getByRole('button', { name: words.consent_no }).click();
    await shows(phone, 'ended');
    await shows(desk, 'failed');
    expect(await heading(phone)).toBe(words.declined_title);
    expect(await heading(desk)).toBe(words.declined_title);
    expect(await fixture().result(sessionId, userRef)).toMatchObject({ failure_code: 'user_declined' });
  });

  it('changes the words of the app at once, keeps the screen and survives a reload', async () => {
    const { page } = await fixture().open();
    await shows(page, 'consent');
    await page.getByRole('button', { name: shared.en.consent_yes }).click();
    await shows(page, 'finger');
    await page.getByRole('radio', { name: 'Left middle finger' }).check();
    await choose(page, 'pt');
    await page.getByRole('heading', { name: app.pt.finger_title }).waitFor();
    expect(await page.locator('input[name=finger][value=LM]').isChecked()).toBe(true);
    await page.reload();
    await page.getByRole('heading', { name: app.pt.finger_title }).waitFor();
    await choose(page, 'en');
    await page.getByRole('heading', { name: app.en.finger_title }).waitFor();
  });

  it('a page keeps its language, or English, if words do not load, and loads them at the next choice', async () => {
    const link = await fixture().link();
    const page = await fixture().tab(link, { locale: 'ja', expects: [/ERR_FAILED/] });
    await page.route(WORDS, (route) => route.abort());
    await page.goto(link.appUrl);
    await page.getByRole('heading', { name: shared.en.enroll_title }).waitFor();
    await choose(page, 'de');
    await page.getByRole('heading', { name: shared.de.enroll_title }).waitFor();
    const failed = page.waitForEvent('requestfailed', (request) => /assets\/ko-/.test(request.url()));
    await choose(page, 'ko');
    await failed;
    await expect.poll(() => page.locator('.language select').inputValue()).toBe('de');
    expect(await heading(page)).toBe(shared.de.enroll_title);
    await page.unroute(WORDS);
    await choose(page, 'ko');
    await page.getByRole('heading', { name: shared.ko.enroll_title }).waitFor();
  });

  it('an unknown language in a link means English', async () => {
    const link = await fixture().link();
    const page = await fixture().tab(link, { locale: 'de' });
    await page.goto(`${link.appUrl}&lang=__proto__`);
    await page.getByRole('heading', { name: shared.en.enroll_title }).waitFor();
    expect(await heading(page)).toBe(shared.en.enroll_title);
  });
});
