import { app } from '../../packages/ui/test/words.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { syntheticPhoto } from '../../packages/fingerprint/test/synthetic-records.ts';
import { journeys, picture } from './browser.ts';
import { FINGER, MATCHED, sent, useCameraFixture, verifyByCamera } from './camera.ts';
import { writePhotoVideo } from './finger-video.ts';
import { accessibilityFindings, heading, shows } from './hosted.ts';

const ENGINE = '**/engine-worker-*.js';

journeys('the app without its camera or its engine', { timeout: 90_000 }, () => {
  const { fixture, video } = useCameraFixture();
  const seesNoFinger = (page: Page): Promise<void> =>
    page.getByRole('status').getByText(app.en.fault_nothing_there).waitFor();

  it.each(['ended', 'mute'])('a camera that is lost (%s) is reported, and opens again', async (event) => {
    writePhotoVideo(video, [[syntheticPhoto({ finger: FINGER, shot: 0, empty: true }), 2]]);
    const { page } = await verifyByCamera(fixture(), { permissions: ['camera'] });
    await seesNoFinger(page);
    await page.evaluate(
      `const [track] = document.querySelector('video').srcObject.getVideoTracks(); track.dispatchEvent(new Event('${event}'))`,
    );
    await page.getByRole('alert').getByText(app.en.camera_failed).waitFor();
    expect(await page.locator('video').count()).toBe(0);
    await picture(page, 'app/14 capture, camera lost');
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: app.en.retry }).click();
    await seesNoFinger(page);
  });

  it('a camera that is still muted when the page is shown again opens again', async () => {
    writePhotoVideo(video, [[syntheticPhoto({ finger: FINGER, shot: 0, empty: true }), 2]]);
    // The track of a call that nobody answers is muted for ever.
    const { page } = await verifyByCamera(fixture(), {
      permissions: ['camera'],
      init: `const { mediaDevices } = navigator; const open = mediaDevices?.getUserMedia.bind(mediaDevices); let opened = 0;
        if (open) mediaDevices.getUserMedia = async (wanted) =>
          opened++ > 0 ? open(wanted) : new MediaStream([new RTCPeerConnection().addTransceiver('video').receiver.track]);`,
    });
    const isMuted = () => page.evaluate(`document.querySelector('video')?.srcObject?.getVideoTracks()[0].muted`);
    await expect.poll(isMuted).toBe(true);
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    await seesNoFinger(page);
  });

  it('an engine that does not load is reported, is not requested again and again, and loads after “Try again”', async () => {
    writePhotoVideo(video, [[syntheticPhoto({ finger: FINGER, shot: 0, scale: 1.2 }), 16]]);
    const opened = await verifyByCamera(fixture(), { permissions: ['camera'], expects: [/ERR_FAILED/] });
    const { page } = opened;
    let loads = 0;
    await page.route(ENGINE, (route) => (loads++, route.abort()));
    await page.reload();
    await shows(page, 'review');
    expect(await heading(page)).toBe(app.en.review_failed_title);
    await picture(page, 'app/20 review, engine failed');
    expect(await accessibilityFindings(page)).toEqual([]);
    // One before the capture, one at the first look.
    expect(loads).toBe(2);
    expect(await page.getByRole('button', { name: app.en.capture_stop }).count()).toBe(1);
    await page.unroute(ENGINE);
    await page.getByRole('button', { name: app.en.retry }).click();
    await shows(page, 'review');
    expect(await sent(fixture(), opened)).toMatchObject(MATCHED);
  });
});
