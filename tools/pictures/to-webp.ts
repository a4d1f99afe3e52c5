import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { chromium } from 'playwright-core';
import { findBrowser } from '../../test/journeys/find-browser.ts';

export interface Drawing {
  readonly picture: string;
  /** Drawn in the middle, over the darkened picture. */
  readonly inFront?: string | undefined;
  readonly width?: number;
  readonly quality?: number;
}

/** Draws in the browser, because WebP is much smaller than PNG. */
export async function toWebp(drawings: readonly Drawing[]): Promise<Buffer[]> {
  const browser = await chromium.launch({ executablePath: findBrowser()!, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const drawn: Buffer[] = [];
    for (const { picture, inFront, width = 0, quality = 0.82 } of drawings) {
      const sources = [picture, ...(inFront === undefined ? [] : [inFront])].map(dataUrl);
      const made = (await page.evaluate(`(${draw})(${JSON.stringify(sources)}, ${width}, ${quality})`)) as string;
      drawn.push(Buffer.from(made.split(',')[1]!, 'base64'));
    }
    return drawn;
  } finally {
    await browser.close();
  }
}

const dataUrl = (file: string): string =>
  `data:image/${extname(file).slice(1)};base64,${readFileSync(file).toString('base64')}`;

/** Runs in the page. */
const draw = `async (sources, wanted, quality) => {
  const [back, front] = await Promise.all(sources.map(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    return image;
  }));
  const canvas = document.createElement('canvas');
  const width = (canvas.width = wanted || back.width);
  const height = (canvas.height = (back.height * width) / back.width);
  const context = canvas.getContext('2d', { alpha: false });
  context.imageSmoothingQuality = 'high';
  context.drawImage(back, 0, 0, width, height);
  if (front) {
    context.fillStyle = 'rgb(20 24 40 / 0.55)';
    context.fillRect(0, 0, width, height);
    const tall = 0.94 * height;
    const wide = (front.width * tall) / front.height;
    context.beginPath();
    context.roundRect((width - wide) / 2, (height - tall) / 2, wide, tall, 16);
    context.clip();
    context.drawImage(front, (width - wide) / 2, (height - tall) / 2, wide, tall);
  }
  return canvas.toDataURL('image/webp', quality);
}`;
