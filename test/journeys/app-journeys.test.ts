import { app, shared } from '../../packages/ui/test/words.ts';
import type { Page, Request } from 'playwright-core';
import { expect, it } from 'vitest';
import { rotateKey } from '../../apps/service/test/rotate-key.ts';
import { journeys, picture, stopTime, type TabOptions } from './browser.ts';
import {
  agree,
  captureThree,
  enroll,
  PHONE,
  press,
  send,
  typeNumber,
  useAppFixture,
  wrongFor,
  type OpenApp,
} from './app.ts';
import { accessibilityFindings, codeLink, fits, heading, shownNumber, shows, story } from './hosted.ts';

journeys('journeys through the app page', { timeout: 90_000 }, () => {
  const fixture = useAppFixture();

  /** Both pages of one session: the phone joined by the desktop's code. */
  async function joined(
    userRef: string,
    options: TabOptions = {},
  ): Promise<{ desk: Page; phone: Page; sessionId: string }> {
    await fixture().merchant.renew();
    const { json } = await fixture().merchant.enroll({ merchant_user_ref: userRef });
    const desk = await fixture().browser.tab();
    await desk.goto(json.popup_url as string);
    await shows(desk, 'waiting');
    const phone = await fixture().browser.tab({ ...PHONE, ...options });
    await phone.goto(await codeLink(fixture().service, desk));
    await shows(phone, 'number');
    // The link leaves the address bar at once.
    expect(phone.url()).toBe('https://authly.test/app/');
    await shows(desk, 'join-check');
    return { desk, phone, sessionId: json.session_id as string };
  }

  const secondsLeft = async (page: Page): Promise<number> => {
    const [minutes, seconds] = (await page.locator('.countdown time').innerText()).split(':').map(Number);
    return minutes! * 60 + seconds!;
  };

  it('the phone types the page’s number; both show the service’s time, even after a sandbox moved it; three captures leave as one sealed record and end on both', async () => {
    const { clock, waiting: before } = fixture().service;
    const userRef = fixture().newUser();
    const { desk, phone, sessionId } = await joined(userRef);
    // The desktop's event stream and the phone's long poll.
    await expect.poll(() => clock.waiting).toBeGreaterThanOrEqual(before + 2);
    clock.move(300_000);
    for (const page of [desk, phone]) await expect.poll(() => secondsLeft(page)).toBeLessThanOrEqual(300);
    expect(Math.abs((await secondsLeft(desk)) - (await secondsLeft(phone)))).toBeLessThan(20);
    await picture(desk, 'together/1 join check, desk');
    await picture(phone, 'together/1 join check, phone');

    await typeNumber(phone, await shownNumber(desk));
    await shows(phone, 'consent');
    const bodies: Request[] = [];
    phone.on('request', (request) => request.postData() !== null && bodies.push(request));
    expect(await phone.locator('main').innerText()).toContain(
      shared.en.consent_enroll_lead.replace('{merchant}', 'Bean & Ridge'),
    );
    await agree(phone, 'Left middle finger');
    await captureThree(phone);
    await shows(phone, 'ended');
    await shows(desk, 'succeeded');
    await picture(desk, 'together/2 finished, desk');
    await picture(phone, 'together/2 finished, phone');
    expect(await heading(desk)).toBe(await heading(phone));
    expect(await fixture().result(sessionId, userRef)).toMatchObject({
      status: 'succeeded',
      result: { enrolled: true, payload: { finger: 'LM' } },
    });
    expect(bodies.map((request) => [request.method(), new URL(request.url()).pathname])).toEqual([
      ['POST', `/app/v1/sessions/${sessionId}/callback`],
    ]);
    expect(Object.keys(bodies[0]!.postDataJSON() as object).sort()).toEqual([
      'captured_at',
      'enc_key',
      'features',
      'finger',
    ]);
  });

  it('a wrong number says what it means, after a reload too; the next one waits for a tap, and a second wrong one ends the session on both', async () => {
    const userRef = fixture().newUser();
    const { desk, phone, sessionId } = await joined(userRef, { expects: [/status of 409/] });
    const wrong = wrongFor(await shownNumber(desk));
    const field = phone.getByRole('textbox', { name: app.en.number_lead });
    expect(await field.getAttribute('inputmode')).toBe('numeric');
    await field.pressSequentially(`x${wrong}`);
    await phone.getByRole('alert').getByText(app.en.number_wrong).waitFor();
    await expect.poll(() => field.inputValue()).toBe('');
    expect(await field.evaluate((it) => it.matches(':focus[aria-invalid=true]'))).toBe(true);
    expect(await accessibilityFindings(phone)).toEqual([]);
    for (const page of [desk, phone]) await page.reload();
    await phone.getByText(app.en.number_wrong).waitFor();
    await shows(desk, 'join-check');
    await field.pressSequentially(wrong);
    expect(await field.inputValue()).toBe(wrong);
    expect(await accessibilityFindings(phone)).toEqual([]);
    await phone.getByRole('button', { name: shared.en.next }).click();
    await shows(phone, 'ended');
    await shows(desk, 'failed');
    expect((await story(phone))[1]).toBe(shared.en.failure_try_again.replace('{merchant}', 'Bean & Ridge'));
    expect(await story(desk)).toEqual(await story(phone));
    expect(await fixture().result(sessionId, userRef)).toMatchObject({ failure_code: 'join_refused' });
  });

  it('a session that expires while the number is asked for says so on both', async () => {
    const { desk, phone } = await joined(fixture().newUser());
    fixture().service.clock.move(600_000);
    await shows(desk, 'expired');
    await shows(phone, 'ended');
    expect(await story(desk)).toEqual(await story(phone));
  });

  it('a user who sees no number is asked and declines, and both say so in the same words', async () => {
    const userRef = fixture().newUser();
    const { desk, phone, sessionId } = await joined(userRef);
    await phone.getByRole('button', { name: app.en.number_no }).click();
    await phone.getByRole('button', { name: shared.en.stop_no }).click();
    await shows(phone, 'number');
    await phone.getByRole('button', { name: app.en.number_no }).click();
    await phone.getByRole('button', { name: shared.en.stop_yes }).click();
    await shows(phone, 'ended');
    await shows(desk, 'failed');
    expect((await story(phone))[0]).toBe('You declined');
    expect(await story(desk)).toEqual(await story(phone));
    await phone.getByRole('button', { name: app.en.scan_another }).waitFor();
    await phone.getByText('You can close this page now.').waitFor();
    expect(await fixture().result(sessionId, userRef)).toMatchObject({ failure_code: 'user_declined' });
  });

  const verification = async (userRef: string): Promise<OpenApp> => {
    const opened = await fixture().open({ mode: 'verify', userRef, impression: 40 });
    await agree(opened.page);
    return opened;
  };

  it('another capture of the same finger matches, even after a rotation of the sealing key, and the page does not show it', async () => {
    const userRef = await enroll(fixture());
    const sealingKey = await rotateKey(fixture().service);
    const { page, sessionId } = await verification(userRef);
    await press(page);
    const callback = page.waitForRequest('**/callback');
    await send(page);
    await shows(page, 'ended');
    const { enc_key: encKey } = (await callback).postDataJSON() as { enc_key: string };
    expect(encKey.split('.')[1]).toBe(sealingKey);
    expect(await heading(page)).toBe(shared.en.succeeded_verify_title);
    expect(await page.locator('main').innerText()).not.toMatch(/match/i);
    expect(await fixture().result(sessionId, userRef)).toMatchObject({
      status: 'succeeded',
      result: { matched: true },
    });
  });

  it('a good capture at a verification is sent after a countdown, which is announced, needs no scrolling at double text size, and stops at any press', async () => {
    const { page } = await verification(fixture().newUser());
    await stopTime(page);
    await press(page);
    await page.getByRole('alert').getByText(app.en.review_goes_on).waitFor();
    await page.setViewportSize({ width: 195, height: 422 });
    await fits(page, '.goes-on button');
    const findings = accessibilityFindings(page);
    // axe waits for timers of the page.
    const isOver = findings.then(() => true);
    while (!(await Promise.race([isOver, page.clock.runFor(1)])));
    expect(await findings).toEqual([]);
    await page.getByRole('button', { name: app.en.review_hold }).click();
    await page.getByText(app.en.review_goes_on).waitFor({ state: 'hidden' });
    await page.clock.runFor(10_000);
    await page.getByRole('button', { name: app.en.capture_again }).click();
    await press(page);
    await page.getByText(app.en.review_goes_on).waitFor();
    await page.clock.runFor(2000);
    await shows(page, 'ended');
  });

  it('another person’s finger does not match, and the page looks the same', async () => {
    const { page, sessionId, userRef } = await verification(await enroll(fixture()));
    await page.getByRole('radio', { name: 'Person B' }).check();
    await press(page);
    await send(page);
    await shows(page, 'ended');
    expect(await heading(page)).toBe(shared.en.succeeded_verify_title);
    expect(await fixture().result(sessionId, userRef)).toMatchObject({
      status: 'succeeded',
      result: { matched: false },
    });
  });

  it('a decline is shown, even after a reload', async () => {
    const { page, sessionId, userRef } = await fixture().open({ mode: 'verify' });
    expect(await page.locator('.asked-finger').innerText()).toBe('Right index finger');
    await page.getByRole('button', { name: 'Decline' }).click();
    await shows(page, 'ended');
    expect(await heading(page)).toBe('You declined');
    expect(await fixture().result(sessionId, userRef)).toMatchObject({ failure_code: 'user_declined' });
    await page.reload();
    await shows(page, 'ended');
    expect(await heading(page)).toBe('You declined');
  });
});
