import { execFileSync } from 'node:child_process';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installed } from '../debian-package.ts';
import { toWebp } from './to-webp.ts';

/** The shop, and the window or phone in front of it. */
const FRAMES = [
  ['shop-1-signed-in'],
  ['shop-2-waiting', 'hosted-1-waiting-on-a-desk-popup'],
  ['shop-2-waiting', 'app-10-consent-enroll-phone'],
  ['shop-2-waiting', 'app-16-capture-camera-open-phone'],
  ['shop-2-waiting', 'app-19-review-good-phone'],
  ['shop-2-waiting', 'app-30-ended-enrolled-phone'],
  ['shop-3-enrolled'],
  ['shop-3-enrolled', 'app-10-consent-verify-phone'],
  ['shop-3-enrolled', 'app-19-review-verify-phone'],
  ['shop-3-enrolled', 'hosted-6-succeeded-verification-popup'],
  ['shop-4-paid-thank-you'],
] as const;
const FRAME_MS = 1600;
const LAST_FRAME_MS = 4000;
const WEBPMUX = '/usr/bin/webpmux';

/** Writes an enrollment and a payment as one animated WebP, made of pictures in this folder. */
export async function writeAnimation(folder: string, out: string): Promise<void> {
  installed({ webp: WEBPMUX });
  const file = (name: string): string => join(folder, `${name}.webp`);
  const drawn = await toWebp(
    FRAMES.map(([shop, front]) => ({ picture: file(shop), inFront: front && file(front), width: 960, quality: 0.75 })),
  );
  using scratch = mkdtempDisposableSync(join(tmpdir(), 'authly-animation-'));
  const frames = drawn.flatMap((webp, i) => {
    const frame = join(scratch.path, `${i}.webp`);
    writeFileSync(frame, webp);
    return ['-frame', frame, `+${i === drawn.length - 1 ? LAST_FRAME_MS : FRAME_MS}`];
  });
  execFileSync(WEBPMUX, [...frames, '-loop', '0', '-o', out]);
}
