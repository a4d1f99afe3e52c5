import { expect, it } from 'vitest';
import { journeys, picture } from './browser.ts';
import { agree, PHONE, press, useCompanionPlace } from './companion.ts';
import { heading, shows } from './hosted.ts';

journeys('a desk and a phone together', { timeout: 90_000 }, () => {
  const place = useCompanionPlace();

  it('both show the same number; confirmed on the desk, three touches on the phone end on both', async () => {
    await place().merchant.renew();
    const userRef = place().newUser();
    const { json } = await place().merchant.enroll({ merchant_user_ref: userRef });
    const desk = await place().room.tab();
    const link = desk.waitForResponse(/\/hosted\/v1\/link\?via=qr/);
    await desk.goto(json.popup_url as string);
    const { app_url: appUrl } = (await (await link).json()) as { app_url: string };

    const phone = await place().room.tab(PHONE);
    await phone.goto(appUrl);
    await shows(phone, 'compare');
    await shows(desk, 'join-check');
    const digits = (page: typeof desk): Promise<string[]> => page.locator('.match-code [aria-hidden]').allInnerTexts();
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
    expect(await place().result(json.session_id as string, userRef)).toMatchObject({
      result: { enrolled: true, payload: { finger: 'LM' } },
    });
  });
});
