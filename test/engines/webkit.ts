import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { Builder, type WebDriver, type WebElement } from 'selenium-webdriver';
import { expect } from 'vitest';
import { freePort } from '../free-port.ts';
import type { Engine, EngineWindow } from './engine.ts';
import { findWebKit } from './find-engines.ts';

/** WebKitGTK by W3C WebDriver. Its browser needs a display. */
export async function startWebKit(): Promise<Engine> {
  const { driver: program, browser, display } = findWebKit()!;
  const port = await freePort();
  const screen = spawn(display, ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const env = { ...process.env, DISPLAY: `:${await numberOf(screen)}`, LANG: 'en_US.UTF-8', LANGUAGE: 'en_US' };
  const server = spawn(program, [`--port=${port}`], { stdio: 'ignore', env });
  const end = (): void => [server, screen].forEach((each) => each.kill());
  process.once('exit', end);
  await expect.poll(() => isListening(port)).toBe(true);
  const driver = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities({
      browserName: 'MiniBrowser',
      acceptInsecureCerts: true,
      'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
    })
    .build();
  return {
    windows: () => windowsOf(driver),
    close: async () => {
      await driver.quit();
      end();
      process.off('exit', end);
    },
  };
}

async function numberOf(screen: ChildProcess): Promise<string> {
  const [line] = (await once(screen.stdio[3] as Readable, 'data')) as [Buffer];
  return line.toString().trim();
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const [isOpen] = await Promise.race([once(socket, 'connect').then(() => [true]), once(socket, 'close')]).catch(() => [false]);
  socket.destroy();
  return isOpen === true;
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
    click: async (expression) => {
      const element = await evaluate<WebElement | null>(expression);
      if (element === null) throw new Error(`${expression} is not there`);
      await element.click();
    },
    type: async (text) => (await here()).actions().sendKeys(text).perform(),
    close: async () => (await here()).close(),
  };
}
