import { join } from 'node:path';
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
const [WIDTH, HEIGHT] = [960, 600];

/** An enrollment and a payment as one animated WebP, made of pictures in this folder. */
export async function animation(folder: string): Promise<Buffer> {
  const file = (name: string): string => join(folder, `${name}.webp`);
  const drawn = await toWebp(
    FRAMES.map(([shop, front]) => ({
      picture: file(shop),
      inFront: front && file(front),
      width: WIDTH,
      quality: 0.75,
    })),
  );
  const size = [...number(WIDTH - 1, 3), ...number(HEIGHT - 1, 3)];
  const frames = drawn.map((webp, i) => {
    const ms = number(i === drawn.length - 1 ? LAST_FRAME_MS : FRAME_MS, 3);
    // At the top left, over the whole picture.
    return chunk('ANMF', Buffer.from([...number(0, 6), ...size, ...ms, 0]), webp.subarray(webp.indexOf('VP8 ')));
  });
  const hasAnimation = 2;
  const extended = chunk('VP8X', Buffer.from([hasAnimation, 0, 0, 0, ...size]));
  const endless = chunk('ANIM', Buffer.from(number(0, 6)));
  return chunk('RIFF', Buffer.from('WEBP'), extended, endless, ...frames);
}

/** Little-endian. */
const number = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, i) => (value >> (8 * i)) & 0xff);

/** All parts have an even length. */
function chunk(name: string, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(name), Buffer.from(number(content.length, 4)), content]);
}
