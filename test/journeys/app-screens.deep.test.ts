// oxlint-disable vitest/expect-expect -- each look at a screen expects
import { app, shared } from '../../packages/ui/test/words.ts';
import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { journeys, picture } from './browser.ts';
import { agree, PHONE, press, pressAndHold, see, send, typeNumber, useAppFixture, wrongFor } from './app.ts';
import { heading, shows } from './hosted.ts';

/** Holds the next such request until it is released. */
async function hold(page: Page, url: string): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<Route>();
  await page.route(url, (route) => resolve(route), { times: 1 });
  return async () => (await promise).continue();
}

async function nextPress(page: Page, impression: number): Promise<void> {
  await page.evaluate(`localStorage.setItem('authly.app.next-impression', '${impression}')`);
  await press(page);
}

journeys('every screen of the app page', { timeout: 90_000 }, () => {
  const fixture = useAppFixture();

  it('before the user arrives', async () => {
    const page = await fixture().browser.tab({ ...PHONE, expects: [/status of 4/, /ERR_FAILED/] });
    await page.goto('https://authly.test/app/');
    await shows(page, 'idle');
    await see(page, '01 idle');
    const { appUrl, hostedToken } = await fixture().link({ via: 'qr' });
    await page.route('**/app/v1/claims', (route) => route.abort());
    await page.goto(appUrl);
    await page.getByText(shared.en.reconnecting).waitFor();
    await see(page, '02 joining, no connection');
    await page.unroute('**/app/v1/claims');
    await shows(page, 'number');
    await see(page, '03 number');
    const { json } = await fixture().service.get('/hosted/v1/session', hostedToken);
    await typeNumber(page, wrongFor(json.match_code as string));
    await page.getByText(app.en.number_wrong).waitFor();
    await see(page, '03 number, wrong');
    const other = await fixture().browser.tab({ ...PHONE, expects: [/status of 4/] });
    await other.goto(appUrl);
    await shows(other, 'taken');
    await see(other, '05 taken');
    await page.goto('https://authly.test/app/#link=ses_none.qr.1.x');
    await page.getByRole('dialog').waitFor();
    await see(page, '16 another link');
    await page.getByRole('button', { name: shared.en.stop_yes }).click();
    await shows(page, 'invalid-link');
    await see(page, '04 invalid link');
  });

  it('a session of an unknown type ends as device_not_supported, in plain words', async () => {
    const { page, sessionId, userRef } = await fixture().openAs({ type: 'palm' });
    await shows(page, 'other-type');
    expect(await heading(page)).toBe('This app can’t do that yet');
    await see(page, '07 other type');
    await expect
      .poll(() => fixture().result(sessionId, userRef))
      .toMatchObject({ failure_code: 'device_not_supported' });
  });

  it('no answer while the link is valid', async () => {
    const link = await fixture().link();
    const { appUrl } = link;
    const page = await fixture().tab(link, { expects: [/ERR_FAILED/] });
    await page.clock.install();
    await page.route('**/app/v1/claims', (route) => route.abort());
    await page.goto(appUrl);
    await page.getByText(shared.en.reconnecting).waitFor();
    await page.clock.runFor(40_000);
    await shows(page, 'unreachable');
    await see(page, '06 unreachable');
    await page.unroute('**/app/v1/claims');
    await page.getByRole('button', { name: 'Try again' }).click();
    await shows(page, 'consent');
  });

  it('before the capture the merchant says how long it keeps a fingerprint, and links its privacy notice', async () => {
    const url = 'https://shop.test/privacy?lang=en#finger';
    const text = `Two years, ${'or until you close your account, '.repeat(3)}`.slice(0, 119);
    const { page } = await fixture().openAs({ privacy_url: url, retention_text: text });
    await shows(page, 'consent');
    await see(page, '10 consent, with a privacy notice');
    const link = page.getByRole('link', { name: shared.en.privacy_link.replace('{merchant}', 'Bean & Ridge') });
    expect([await link.getAttribute('href'), await link.getAttribute('rel')]).toEqual([url, 'noopener noreferrer']);
    expect(await page.locator('.merchant-privacy bdi').last().innerText()).toBe('Bean & Ridge');
    await page.getByText(text).waitFor();
    expect(await page.locator('.points li').count()).toBe(3);
    const other = (await fixture().openAs({ privacy_url: 'javascript:alert(1)' })).page;
    await shows(other, 'consent');
    expect(await other.getByRole('link').count()).toBe(0);
  });

  it('a merchant’s long name breaks nothing', async () => {
    const { page } = await fixture().openAs({
      merchant_name: `${'W'.repeat(40)} ${'of the northern harbors '.repeat(4)}`,
    });
    await shows(page, 'consent');
    await see(page, 'names/consent');
    await page.getByRole('button', { name: 'Decline' }).click();
    await shows(page, 'ended');
    await see(page, 'names/ended');
  });

  it('an enrollment: every way to capture, poor and repeated captures, another finger', async () => {
    const link = await fixture().link();
    const { appUrl, sessionId, userRef } = link;
    const page = await fixture().tab(link, { impression: 1 });
    const letEngineCome = await hold(page, '**/engine-worker-*.js');
    const engineAsked = page.waitForRequest('**/engine-worker-*.js');
    await page.goto(appUrl);
    await shows(page, 'consent');
    // The engine loads while the user reads.
    await engineAsked;
    await see(page, '10 consent, enroll');
    await page.getByRole('button', { name: 'Agree' }).click();
    await shows(page, 'finger');
    await see(page, '11 finger');
    await page.getByRole('radio', { name: 'Right index finger' }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Take one capture' }).waitFor();
    await see(page, '12 capture, drawer');
    await page.getByRole('button', { name: 'Camera' }).click();
    await see(page, '13 capture, camera');
    await page.getByRole('button', { name: 'Open the camera' }).click();
    await page.getByText(app.en.camera_missing).waitFor();
    await see(page, '14 capture, no camera');
    await page.getByRole('button', { name: 'I can’t do this' }).click();
    await page.getByRole('dialog').waitFor();
    await see(page, '16 stop');
    await page.getByRole('button', { name: 'Keep going' }).click();
    await page.getByRole('button', { name: 'Samples' }).click();

    await page.getByText(app.en.synthetic_more).click();
    await see(page, '12 capture, drawer, a wrong finger');
    await page.getByRole('checkbox', { name: 'Smudged capture' }).check();
    await page.getByRole('button', { name: 'Take one capture' }).click();
    await shows(page, 'reading');
    await see(page, '17 reading');
    await letEngineCome();
    await shows(page, 'review');
    expect(await heading(page)).toMatch(/Not clear enough|No finger found/);
    expect(await page.getByRole('button', { name: 'Use this capture' }).count()).toBe(0);
    await see(page, '18 review, poor');
    await page.getByRole('button', { name: app.en.capture_again }).click();
    await page.evaluate(`localStorage.setItem('authly.app.next-impression', '1')`);
    await pressAndHold(page, () => picture(page, 'app/19 review, good, counting'));
    expect(await heading(page)).toBe('Good capture');
    await see(page, '19 review, good');
    await page.getByRole('button', { name: 'Use this capture' }).click();
    await page.getByText('Capture 2 of 3').waitFor();
    // The next step has the focus, for keyboard users.
    const next = page.getByRole('button', { name: app.en.capture_again });
    await expect.poll(() => next.evaluate((it) => it.ownerDocument.activeElement === it)).toBe(true);
    expect(await next.getAttribute('aria-describedby')).toBe('capture-number');
    await see(page, '20 capture, the second');

    await page.getByRole('radio', { name: 'Person B' }).check();
    await press(page);
    expect(await heading(page)).toBe(app.en.review_other_title);
    await see(page, '21 review, other finger');
    await page.getByRole('button', { name: app.en.review_over }).click();
    await page.getByText('Capture 1 of 3').waitFor();
    await page.getByRole('radio', { name: 'Person A' }).check();
    await nextPress(page, 1);
    await page.getByText('Capture 2 of 3').waitFor();
    await nextPress(page, 1);
    await see(page, '21 review, the same again');
    await page.getByRole('button', { name: app.en.capture_again }).click();
    await nextPress(page, 2);
    await page.getByText('Capture 3 of 3').waitFor();
    await nextPress(page, 3);
    const send = await hold(page, '**/callback');
    await page.getByRole('button', { name: 'Send' }).click();
    await shows(page, 'sending');
    await see(page, '22 sending');
    await send();
    await shows(page, 'ended');
    expect(await heading(page)).toBe(shared.en.succeeded_enroll_title);
    await see(page, '30 ended, enrolled');
    expect(await fixture().result(sessionId, userRef)).toMatchObject({
      status: 'succeeded',
      result: { enrolled: true, payload: { finger: 'RI' } },
    });
  });

  it('the other ends', async () => {
    const verify = await fixture().open({ mode: 'verify' });
    await shows(verify.page, 'consent');
    await see(verify.page, '10 consent, verify');
    await agree(verify.page);
    await pressAndHold(verify.page, () => picture(verify.page, 'app/19 review, countdown'));
    await see(verify.page, '19 review, verify');
    await send(verify.page);
    await shows(verify.page, 'ended');
    await see(verify.page, '31 ended, failed');
    const declined = await fixture().open();
    await declined.page.getByRole('button', { name: 'Decline' }).click();
    await shows(declined.page, 'ended');
    await see(declined.page, '32 ended, declined');
    const canceled = await fixture().open();
    await shows(canceled.page, 'consent');
    await canceled.cancel();
    await shows(canceled.page, 'ended');
    await see(canceled.page, '33 ended, canceled');
    const expired = await fixture().open();
    await shows(expired.page, 'consent');
    fixture().service.clock.move(600_000);
    await shows(expired.page, 'ended');
    expect(await heading(expired.page)).toBe(shared.en.expired_title);
    await see(expired.page, '34 ended, expired');
  });
});
