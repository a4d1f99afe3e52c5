import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { afterAll } from 'vitest';
import { syntheticFinger } from '../../apps/app/src/capture/synthetic-fingers.ts';
import { agree, enroll, send, useAppFixture, type AppFixture, type AppOptions, type OpenApp } from './app.ts';
import { shows } from './hosted.ts';

export const FINGER = syntheticFinger('a', 'RI');

/** Enough frames for a slow page to see one whole sharp stretch. */
export const SHARP_FRAMES = 16;

/** A camera that plays a video. Chromium opens the file with the camera, so a test writes it before. */
export function useCamera(): { readonly flags: readonly string[]; readonly video: string } {
  const folder = mkdtempSync(join(tmpdir(), 'authly-camera-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const video = join(folder, 'camera.y4m');
  const flags = [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${video}`,
  ];
  return { flags, video };
}

export function useCameraFixture(): { readonly fixture: () => AppFixture; readonly video: string } {
  const { flags, video } = useCamera();
  return { fixture: useAppFixture(() => flags), video };
}

/** A verification of person A's right index finger, up to the choice of the camera. */
export async function verifyByCamera(fixture: AppFixture, options: AppOptions = {}): Promise<OpenApp> {
  const opened = await fixture.open({ mode: 'verify', userRef: await enroll(fixture), ...options });
  await agree(opened.page);
  await opened.page.getByRole('button', { name: 'Camera' }).click();
  return opened;
}

/** Before the camera opens for the nth time, `show` writes what it will see. */
export async function showsEachTime(context: BrowserContext, show: (time: number) => void): Promise<void> {
  let time = 0;
  await context.exposeFunction('cameraOpens', () => show(time++));
  await context.addInitScript(
    `const { mediaDevices } = navigator; const open = mediaDevices?.getUserMedia.bind(mediaDevices);
    if (open) mediaDevices.getUserMedia = async (wanted) => { await cameraOpens(); return open(wanted); };`,
  );
}

/** Sends the capture and returns the merchant's result. */
export async function sent(fixture: AppFixture, { page, sessionId, userRef }: OpenApp): Promise<unknown> {
  await send(page);
  await shows(page, 'ended');
  return fixture.result(sessionId, userRef);
}

export const MATCHED = { status: 'succeeded', result: { matched: true } };
