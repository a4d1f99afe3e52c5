// A browser decodes JPEG, PNG and BMP photos, as it does for the app.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { Photo } from '../../../packages/fingerprint/src/index.ts';
import { findBrowser, NO_BROWSER } from '../../../test/journeys/find-browser.ts';

/** One at a time: the file goes to the page, its pixels come back. */
export class PhotoDecoder {
  readonly #server: Server;
  readonly #browser: Browser;
  readonly #page: Page;
  #file = '';
  #pixels = Buffer.alloc(0);

  static async open(): Promise<PhotoDecoder> {
    const executablePath = findBrowser();
    if (executablePath === undefined) throw new Error(NO_BROWSER);
    const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
    const decoder = new PhotoDecoder(browser, await browser.newPage());
    await new Promise<void>((resolve) => decoder.#server.listen(0, '127.0.0.1', resolve));
    await decoder.#page.goto(`http://127.0.0.1:${(decoder.#server.address() as AddressInfo).port}/`);
    return decoder;
  }

  private constructor(browser: Browser, page: Page) {
    this.#browser = browser;
    this.#page = page;
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (request.method === 'POST') this.#pixels = Buffer.concat(chunks);
        response.setHeader('content-type', 'text/html');
        response.end(request.url === '/photo' ? readFileSync(this.#file) : undefined);
      });
    });
  }

  async decode(file: string): Promise<Photo> {
    this.#file = file;
    const [width, height] = await this.#page.evaluate<[number, number]>(SEND_PIXELS);
    const data = new Uint8Array(this.#pixels);
    this.#pixels = Buffer.alloc(0);
    return { width, height, data };
  }

  async close(): Promise<void> {
    await this.#browser.close();
    this.#server.close();
  }
}

/** Runs in the page, whose types are not those of this program. */
const SEND_PIXELS = `(async () => {
  const bitmap = await createImageBitmap(await (await fetch('/photo')).blob());
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context.drawImage(bitmap, 0, 0);
  await fetch('/pixels', { method: 'POST', body: context.getImageData(0, 0, width, height).data });
  return [width, height];
})()`;
