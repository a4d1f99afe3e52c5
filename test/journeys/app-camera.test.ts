import { app } from '../../packages/ui/test/words.ts';
import { expect, it } from 'vitest';
import { syntheticPhoto } from '../../packages/fingerprint/test/synthetic-records.ts';
import { journeys, picture } from './browser.ts';
import { FINGER, MATCHED, sent, SHARP_FRAMES, useCameraFixture, verifyByCamera } from './camera.ts';
import { writePhotoVideo } from './finger-video.ts';
import { shows } from './hosted.ts';

journeys('the app with the page’s camera', { timeout: 90_000 }, () => {
  const { fixture, video } = useCameraFixture();

  it('captures a sharp finger automatically, says so, and it matches', async () => {
    const shot = { finger: FINGER, shot: 0, scale: 1.2 } as const;
    writePhotoVideo(video, [
      [syntheticPhoto({ ...shot, blur: 5 }), 2],
      [syntheticPhoto(shot), SHARP_FRAMES],
    ]);
    const opened = await verifyByCamera(fixture(), { permissions: ['camera'] });
    // The finger is sharp for a moment only, so the page remembers the hint.
    await opened.page.evaluate(
      `globalThis.said = new Set(); new MutationObserver(() => { said.add(document.querySelector('.viewfinder > [role=status]')?.textContent); }).observe(document, { subtree: true, childList: true, characterData: true })`,
    );
    await opened.page.getByRole('button', { name: 'Open the camera' }).click();
    await opened.page.locator('.viewfinder.sharp, .sheet[data-screen="review"]').first().waitFor();
    await shows(opened.page, 'review');
    expect(await opened.page.evaluate(`[...said]`)).toContain(app.en.camera_sharp);
    await picture(opened.page, 'app/19 review, by camera, phone');
    expect(await sent(fixture(), opened)).toMatchObject(MATCHED);
  });
});
