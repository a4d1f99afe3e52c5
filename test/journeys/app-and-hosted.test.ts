import { app } from '../../packages/ui/test/words.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { journeys, picture } from './browser.ts';
import { agree, PHONE, press, useAppFixture } from './app.ts';
import { codeLink, heading, shows } from './hosted.ts';

journeys('a desk and a phone together', { timeout: 90_000 }, () => {
  const fixture = useAppFixture();

  /** Both pages of one session: the phone joined by the desktop's code. */
  async function joined(userRef: string): Promise<{ desk: Page; phone: Page; sessionId: string }> {
    await fixture().merchant.renew();
    const { json } = await fixture().merchant.enroll({ merchant_user_ref: userRef });
    const desk = await fixture().browser.tab();
    await desk.goto(json.popup_url as string);
    await shows(desk, 'waiting');
    const phone = await fixture().browser.tab(PHONE);
    await phone.goto(await codeLink(fixture().service, desk));
    await shows(phone, 'compare');
    await shows(desk, 'join-check');
    return { desk, phone, sessionId: json.session_id as string };
  }

  const digits = (page: Page): Promise<string[]> => page.locator('.match-code [aria-hidden]').allInnerTexts();
  const secondsLeft = async (page: Page): Promise<number> => {
    const [minutes, seconds] = (await page.locator('.countdown time').innerText()).split(':').map(Number);
    return minutes! * 60 + seconds!;
  };

  it('both show the same number and the service’s time, even after a sandbox moved it; three captures end on both', async () => {
    const { clock } = fixture().service;
    const before = clock.waiting;
    const userRef = fixture().newUser();
    const { desk, phone, sessionId } = await joined(userRef);
    expect(await digits(phone)).toEqual(await digits(desk));
    // The desktop's event stream and the phone's long poll.
    await expect.poll(() => clock.waiting).toBeGreaterThanOrEqual(before + 2);
    clock.move(300_000);
    for (const page of [desk, phone]) await expect.poll(() => secondsLeft(page)).toBeLessThanOrEqual(300);
    expect(Math.abs((await secondsLeft(desk)) - (await secondsLeft(phone)))).toBeLessThan(20);
    await picture(desk, 'together/1 compare, desk');
    await picture(phone, 'together/1 compare, phone');

    await desk.getByRole('button', { name: 'Yes, it’s the same' }).click();
    await agree(phone, 'Left middle finger');
    for (const button of ['Use this capture', 'Use this capture', 'Send']) {
      await press(phone);
      await phone.getByRole('button', { name: button }).click();
    }
    await shows(phone, 'ended');
    await shows(desk, 'succeeded');
    await picture(desk, 'together/2 finished, desk');
    await picture(phone, 'together/2 finished, phone');
    expect(await heading(desk)).toBe(await heading(phone));
    expect(await fixture().result(sessionId, userRef)).toMatchObject({
      result: { enrolled: true, payload: { finger: 'LM' } },
    });
  });

  const story = async (page: Page): Promise<string[]> => [
    await heading(page),
    await page.locator('.screen > .lead').innerText(),
  ];

  it('a different number declines, and both say so in the same words', async () => {
    const userRef = fixture().newUser();
    const { desk, phone, sessionId } = await joined(userRef);
    await phone.getByRole('button', { name: app.en.compare_no }).click();
    await shows(phone, 'ended');
    await shows(desk, 'failed');
    expect((await story(phone))[0]).toBe('You declined');
    expect(await story(desk)).toEqual(await story(phone));
    expect(await phone.getByRole('button').count()).toBe(0);
    await phone.getByText('You can close this page now.').waitFor();
    expect(await fixture().result(sessionId, userRef)).toMatchObject({
      status: 'failed',
      failure_code: 'user_declined',
    });
  });
});
