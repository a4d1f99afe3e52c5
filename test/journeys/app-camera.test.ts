import { app, shared } from '../../packages/ui/test/words.ts';
import type { Photo } from '@authly/fingerprint';
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { syntheticPhoto } from '../../packages/fingerprint/test/synthetic-records.ts';
import { PHONE } from './app.ts';
import { journeys, opens, picture } from './browser.ts';
import { FINGER, SHARP_FRAMES, showsEachTime, useCamera } from './camera.ts';
import { writePhotoVideo } from './finger-video.ts';
import { shows } from './hosted.ts';
import { told, useShopFixture } from './shop.ts';

journeys('on one phone, with the page’s camera', { timeout: 90_000 }, () => {
  const { flags, video } = useCamera();
  const fixture = useShopFixture(flags);

  it('enrolling takes five taps, paying again two and no wait but the second of the consent and the two of the countdown; the tabs close', async () => {
    const shop = await fixture().visit('A', { ...PHONE, permissions: ['camera'] });
    const shot = (number: number): readonly [Photo, number] => [
      syntheticPhoto({ finger: FINGER, shot: number, scale: 1.2 }),
      SHARP_FRAMES,
    ];
    const [first, second, third, paid] = [0, 1, 2, 3].map(shot);
    const blurred = [syntheticPhoto({ finger: FINGER, shot: 3, scale: 1.2, blur: 5 }), 2] as const;
    const views = [[first!], [second!], [third!], [blurred, paid!]];
    await showsEachTime(shop.context(), (time) => writePhotoVideo(video, views[time]!));
    // The sandbox begins with its samples.
    await shop.context().addInitScript(`localStorage['authly.app.source'] = 'camera'`);
    let taps = 0;
    const tap = (button: Locator): Promise<void> => (taps++, button.tap());
    const enrolling = await opens(shop.context(), () => tap(shop.locator('#enroll')));
    await tap(enrolling.getByRole('link', { name: shared.en.consent_yes }));
    await tap(enrolling.getByRole('button', { name: shared.en.next }));
    await tap(enrolling.getByRole('button', { name: app.en.camera_open }));
    // Each capture may take as long as one step of a journey.
    for (const next of [2, 3]) await enrolling.getByText(`Capture ${next} of 3`).waitFor();
    await tap(enrolling.getByRole('button', { name: app.en.review_send }));
    expect(await told(shop)).toBe('Your finger is enrolled');
    expect(taps).toBe(5);
    await expect.poll(() => shop.context().pages()).toEqual([shop]);

    taps = 0;
    await shop.clock.install();
    const paying = await opens(shop.context(), () => tap(shop.locator('#pay')));
    await shows(paying, 'waiting');
    await paying.clock.runFor(1000);
    // The hint and the countdown stay for a moment only, so they are noted.
    const noted = new Set<string>();
    await paying.exposeFunction('note', (text: string) => noted.add(text));
    await paying.addInitScript(
      `new MutationObserver(() => { for (const it of document.querySelectorAll('.viewfinder > [role=status], .review [role=alert]')) note(it.textContent); }).observe(document, { subtree: true, childList: true, characterData: true })`,
    );
    await tap(paying.getByRole('link', { name: shared.en.consent_yes }));
    await shows(paying, 'review');
    await picture(paying, 'app/19 review, by camera, phone');
    await paying.clock.runFor(2000);
    await expect.poll(() => [...noted]).toEqual(expect.arrayContaining([app.en.camera_sharp, app.en.review_goes_on]));
    expect(await told(shop)).toBe('Paid. Thank you!');
    expect(taps).toBe(2);
    await expect.poll(() => shop.context().pages()).toEqual([shop]);
  });
});
