import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Builder, type WebDriver, type WebElement } from 'selenium-webdriver';
import { vi } from 'vitest';
import { freePort } from '../free-port.ts';
import type { Engine, EngineWindow } from './engine.ts';
import { findWebKit } from './find-engines.ts';

/** Endless animations cost processor time. */
const REDUCED_MOTION = '[Settings]\ngtk-enable-animations=0\n';
const ENGLISH = { LANG: 'en_US.UTF-8', LANGUAGE: 'en_US' };

/** WebKitGTK by W3C WebDriver. Its browser needs a display. */
export async function startWebKit(): Promise<Engine> {
  await using opened = new AsyncDisposableStack();
  const { driver: program, browser, display } = findWebKit()!;
  const settings = opened.adopt(mkdtempSync(join(tmpdir(), 'authly-webkit-')), (folder) =>
    rmSync(folder, { recursive: true, force: true }),
  );
  mkdirSync(join(settings, 'gtk-3.0'));
  writeFileSync(join(settings, 'gtk-3.0', 'settings.ini'), REDUCED_MOTION);
  const port = await freePort();
  const start = (...[file, args, options]: Parameters<typeof spawn>): ChildProcess =>
    opened.adopt(spawn(file, args, options), (child) => void child.kill());
  const screen = start(display, ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = (await once(screen.stdio[3] as Readable, 'data')) as [Buffer];
  const env = { ...process.env, ...ENGLISH, DISPLAY: `:${number.toString().trim()}`, XDG_CONFIG_HOME: settings };
  start(program, [`--port=${port}`], { stdio: 'ignore', env });
  await vi.waitFor(() => once(connect(port, '127.0.0.1'), 'connect'), { timeout: 25_000 });
  const session = new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities({
    browserName: 'MiniBrowser',
    acceptInsecureCerts: true,
    'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
  });
  const driver = opened.adopt(await session.build(), (each) => each.quit());
  const all = opened.move();
  // Vitest ends a worker with this signal.
  process.once('SIGTERM', () => void all.disposeAsync());
  // There is no camera, and none can be refused.
  return { cameraProblem: 'missing', windows: () => windowsOf(driver), close: () => all.disposeAsync() };
}

const windowsOf = async (driver: WebDriver): Promise<ReadonlyMap<unknown, EngineWindow>> =>
  new Map((await driver.getAllWindowHandles()).map((handle) => [handle, windowOf(driver, handle)]));

/** A session has one current window, so every call names its own. */
function windowOf(driver: WebDriver, handle: string): EngineWindow {
  const here = async (): Promise<WebDriver> => {
    await driver.switchTo().window(handle);
    return driver;
  };
  const evaluate = async <Value>(expression: string): Promise<Value> =>
    (await here()).executeScript<Value>(`return ${expression}`);
  return {
    goto: async (url) => (await here()).get(url),
    evaluate,
    click: async (expression, heldMs) => {
      const element = await evaluate<WebElement | null>(expression);
      if (element === null) throw new Error(`${expression} is not there`);
      if (heldMs === undefined) return element.click();
      await driver.actions().move({ origin: element }).press().pause(heldMs).release().perform();
    },
    type: async (text) => (await here()).actions().sendKeys(text).perform(),
    close: async () => (await here()).close(),
  };
}
