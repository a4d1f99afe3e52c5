import { decode } from 'fast-png';
import type { Page } from 'playwright-core';
import { decodeQR } from 'qr/decode.js';
import { expect } from 'vitest';

/** Scans the screen until there is a code. */
export async function readCode(page: Page): Promise<string> {
  await page.locator('.qr[data-ready="true"]').scrollIntoViewIfNeeded();
  let seen: string | undefined;
  await expect.poll(async () => (seen = await glance(page))).toBeDefined();
  return seen!;
}

async function glance(page: Page): Promise<string | undefined> {
  const { data, width, height, channels } = decode(await page.screenshot({ animations: 'disabled' }));
  const rgba = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel++)
    for (let c = 0; c < 3; c++) rgba[pixel * 4 + c] = data[pixel * channels + c]!;
  try {
    return decodeQR({ data: rgba, width, height });
  } catch {
    return undefined;
  }
}
