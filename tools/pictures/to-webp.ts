import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { findBrowser } from '../../test/journeys/find-browser.ts';

const QUALITY = 0.82;

/** Converts the pictures in the browser, because WebP is much smaller than PNG. */
export async function toWebp(files: readonly (readonly [png: string, webp: string])[]): Promise<void> {
  const browser = await chromium.launch({ executablePath: findBrowser()!, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    for (const [png, webp] of files) {
      const source = `data:image/png;base64,${readFileSync(png).toString('base64')}`;
      const made = (await page.evaluate(`(${convert})(${JSON.stringify(source)}, ${QUALITY})`)) as string;
      writeFileSync(webp, Buffer.from(made.split(',')[1]!, 'base64'));
    }
  } finally {
    await browser.close();
  }
}

/** Runs in the page. */
const convert = `async (source, quality) => {
  const image = new Image();
  image.src = source;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas.toDataURL('image/webp', quality);
}`;
