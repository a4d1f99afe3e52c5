import { sandbox } from '@authly/ui/words/sandbox.ts';
import { app, shared } from '../../packages/ui/test/words.ts';
import { expect, it } from 'vitest';
import { syntheticPhoto } from '../../packages/fingerprint/test/synthetic-records.ts';
import { agree, PHONE } from './app.ts';
import { journeys, picture } from './browser.ts';
import { FINGER, SHARP_FRAMES, useCamera } from './camera.ts';
import { writePhotoVideo } from './finger-video.ts';
import { shows } from './hosted.ts';
import { enroll, pay, told, useShopFixture } from './shop.ts';

journeys('on one phone, with the page’s camera', { timeout: 90_000 }, () => {
  const { flags, video } = useCamera();
  const fixture = useShopFixture(flags);

  it('a returning user pays with two taps in one tab, which closes: a sharp finger is captured and sent automatically', async () => {
    const shop = await fixture().visit('A', { ...PHONE, permissions: ['camera'] });
    const enrolling = await enroll(shop);
    await enrolling.getByRole('link', { name: shared.en.next }).click();
    await agree(enrolling, 'Right index finger');
    await enrolling.getByRole('button', { name: sandbox.synthetic_all }).click();
    expect(await told(shop)).toBe('Your finger is enrolled');
    await shows(enrolling, 'succeeded');
    await enrolling.evaluate(`localStorage.setItem('authly.app.source', 'camera')`);
    await enrolling.waitForEvent('close');

    const shot = { finger: FINGER, shot: 0, scale: 1.2 } as const;
    writePhotoVideo(video, [
      [syntheticPhoto({ ...shot, blur: 5 }), 2],
      [syntheticPhoto(shot), SHARP_FRAMES],
    ]);
    const paying = await pay(shop);
    await paying.getByRole('link', { name: shared.en.next }).click();
    await shows(paying, 'consent');
    await paying.clock.install();
    // The finger is sharp for a moment only, so the page remembers the hint.
    await paying.evaluate(
      `globalThis.said = new Set(); new MutationObserver(() => { said.add(document.querySelector('.viewfinder > [role=status]')?.textContent); }).observe(document, { subtree: true, childList: true, characterData: true })`,
    );
    await agree(paying);
    await paying.locator('.viewfinder.sharp, .sheet[data-screen="review"]').first().waitFor();
    await paying.getByRole('alert').getByText(app.en.review_sends).waitFor();
    expect(await paying.evaluate(`[...said]`)).toContain(app.en.camera_sharp);
    await picture(paying, 'app/19 review, by camera, phone');
    await paying.clock.runFor(5000);
    expect(await told(shop)).toBe('Paid. Thank you!');
    await expect.poll(() => shop.context().pages()).toEqual([shop]);
  });
});
