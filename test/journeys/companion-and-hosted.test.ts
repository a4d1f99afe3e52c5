import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { journeys, MOVING, picture } from './browser.ts';
import { agree, PHONE, press, useCompanionPlace } from './companion.ts';
import { heading, shows } from './hosted.ts';

journeys('a desk and a phone together', { timeout: 90_000 }, () => {
  const place = useCompanionPlace();

  /** Both pages of one session, the phone there by the desk's code. */
  async function joined(userRef: string): Promise<{ desk: Page; phone: Page; sessionId: string }> {
    await place().merchant.renew();
    const { json } = await place().merchant.enroll({ merchant_user_ref: userRef });
    const desk = await place().room.tab(MOVING);
    const link = desk.waitForResponse(/\/hosted\/v1\/link\?via=qr/);
    await desk.goto(json.popup_url as string);
    const { app_url: appUrl } = (await (await link).json()) as { app_url: string };
    const phone = await place().room.tab({ ...PHONE, ...MOVING });
    await phone.goto(appUrl);
    await shows(phone, 'compare');
    await shows(desk, 'join-check');
    return { desk, phone, sessionId: json.session_id as string };
  }

  it('both show the same number; confirmed on the desk, three touches on the phone end on both', async () => {
    const userRef = place().newUser();
    const { desk, phone, sessionId } = await joined(userRef);
    const digits = (page: Page): Promise<string[]> => page.locator('.match-code [aria-hidden]').allInnerTexts();
    expect(await digits(phone)).toEqual(await digits(desk));
    await picture(desk, 'together/1 compare, desk');
    await picture(phone, 'together/1 compare, phone');

    await desk.getByRole('button', { name: 'Yes, it’s the same' }).click();
    await agree(phone, 'Left middle finger');
    for (const button of ['Use this touch', 'Use this touch', 'Send']) {
      await press(phone);
      await phone.getByRole('button', { name: button }).click();
    }
    await shows(phone, 'ended');
    await shows(desk, 'succeeded');
    await picture(desk, 'together/2 finished, desk');
    await picture(phone, 'together/2 finished, phone');
    expect(await heading(desk)).toBe(await heading(phone));
    expect(await place().result(sessionId, userRef)).toMatchObject({
      result: { enrolled: true, payload: { finger: 'LM' } },
    });
  });

  it('both count by the service’s clock, also after a sandbox moved it', async () => {
    const { clock } = place().service;
    const before = clock.waiting;
    const { desk, phone } = await joined(place().newUser());
    const secondsLeft = async (page: Page): Promise<number> => {
      const [minutes, seconds] = (await page.locator('.countdown time').innerText()).split(':').map(Number);
      return minutes! * 60 + seconds!;
    };
    // The desk's event stream and the phone's long poll.
    await expect.poll(() => clock.waiting).toBeGreaterThanOrEqual(before + 2);
    clock.move(300_000);
    for (const page of [desk, phone]) await expect.poll(() => secondsLeft(page)).toBeLessThanOrEqual(300);
    expect(Math.abs((await secondsLeft(desk)) - (await secondsLeft(phone)))).toBeLessThan(20);
  });
});
