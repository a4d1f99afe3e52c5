import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { PORTS } from '../../apps/sandbox/src/free-ports.ts';
import { networkAddresses } from '../../apps/sandbox/src/network-address.ts';
import { readTerminalCode } from '../read-terminal-code.ts';
import { startSandboxProcess, stopSandboxProcess, type SandboxProcess } from '../sandbox-process.ts';
import { journeys, picture, useBrowser } from './browser.ts';
import { agree, captureThree, press, send } from './app.ts';
import { accessibilityFindings, shows } from './hosted.ts';
import { enroll, pay, PHONE, signIn, told } from './shop.ts';

const USER_AGENT =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
/** A machine without a network still has more than one loopback address. */
const [OPTION, ADDRESS] =
  networkAddresses().length > 0 ? ['--phone', networkAddresses()[0]!.address] : ['--phone=127.0.0.2', '127.0.0.2'];

journeys('npm start -- --phone', { timeout: 120_000 }, () => {
  const browser = useBrowser();
  const folder = mkdtempSync(join(tmpdir(), 'authly-phone-'));
  const neighbor = createServer();
  let child: ChildProcess | undefined;
  let sandbox: SandboxProcess;
  beforeAll(async () => {
    // Fails if another program has the port already, which is as good.
    await once(neighbor.listen(Number(PORTS.AUTHLY_SHOP_PORT)), 'listening').catch(() => undefined);
    sandbox = await startSandboxProcess(
      {
        dataDir: folder,
        env: { AUTHLY_SHOP_PORT: '' },
        command: ['node', 'tools/bootstrap.mjs', 'apps/sandbox/src/main.ts', OPTION],
      },
      (started) => (child = started),
    );
  }, 120_000);
  afterEach(() => browser().tidy());
  afterAll(async () => {
    neighbor.close();
    if (child) await stopSandboxProcess(child);
    rmSync(folder, { recursive: true, force: true });
  });

  /** The code is the last output. */
  async function scanned(): Promise<string> {
    let read: string | undefined;
    await expect.poll(() => (read = readTerminalCode(sandbox.output()))).toBeDefined();
    return read!;
  }

  const phone = (options: object = {}): Promise<Page> => browser().tab({ ...PHONE, userAgent: USER_AGENT, ...options });

  async function intoTheApp(tab: Page, name: string): Promise<Page> {
    await shows(tab, 'waiting');
    await picture(tab, `phone/${name}`);
    return tab;
  }

  it('starts at once, and on a free port where its own is taken', () => {
    expect(sandbox.output()).toMatch(/^Starting …\n/);
    const { port } = new URL(sandbox.facts['shop_url']!);
    expect(sandbox.output()).toContain(`Port ${PORTS.AUTHLY_SHOP_PORT} is taken: this sandbox uses ${port}.`);
  });

  it('from the code in the terminal to a paid order, with nothing typed', async () => {
    const page = await phone();
    const start = await scanned();
    expect(start).toMatch(new RegExp(`^http://${ADDRESS}:\\d+/try$`));
    await page.goto(start);
    await picture(page, 'phone/1 try');
    await page.getByRole('link', { name: 'Open the shop' }).click();
    await signIn(page, 'A');
    expect(new URL(page.url()).hostname).toBe(ADDRESS);
    await picture(page, 'phone/2 shop');

    let app = await intoTheApp(await enroll(page), '3 enroll');
    await agree(app, 'Right index finger');
    await captureThree(app);
    expect(await told(page)).toBe('Your finger is enrolled');
    // Back in the shop, whose other tab closes automatically.
    await expect.poll(() => page.context().pages()).toEqual([page]);

    app = await intoTheApp(await pay(page), '4 pay');
    await agree(app);
    await press(app);
    await send(app);
    expect(await told(page)).toBe('Paid. Thank you!');
    await picture(page, 'phone/5 paid');
  });

  it.each([
    ['light', { locale: 'de-DE' }],
    ['dark', { locale: 'ko-KR', dark: true }],
    ['small', { locale: 'ja-JP', viewport: { width: 320, height: 568 } }],
  ])('the page before it is accessible and fits, %s', async (name, options) => {
    const page = await phone(options);
    await page.goto(await scanned());
    await page.locator('summary').first().click();
    await picture(page, `phone/0 try, ${name}`);
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(await page.evaluate<boolean>(`document.documentElement.scrollWidth <= innerWidth`)).toBe(true);
    const certificate = page.waitForEvent('download');
    await page.locator('a[download]').click();
    expect((await certificate).suggestedFilename()).toBe('authly-sandbox-ca.crt');
  });
});
