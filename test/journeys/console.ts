// oxlint-disable vitest/no-standalone-expect -- what every journey of the console begins with
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Role } from '../../apps/service/src/operator/wire/wire.ts';
import { consoleLink } from '../../apps/service/test/console-side.ts';
import { TestService } from '../../apps/service/test/running-service.ts';
import { TestClock } from '../../apps/service/test/test-clock.ts';
import { freePort } from '../free-port.ts';
import { migratedDatabase } from '../migrated-database.ts';
import type { TestDatabase } from '../postgres-server.ts';
import { TestBrowser, type TabOptions } from './browser.ts';

export const DESK = { width: 1280, height: 800 };

export class ConsoleFixture {
  readonly service: TestService;
  readonly url: string;
  readonly browser: TestBrowser;

  private constructor(service: TestService, url: string, browser: TestBrowser) {
    this.service = service;
    this.url = url;
    this.browser = browser;
  }

  static async start(databaseUrl?: string): Promise<ConsoleFixture> {
    const port = await freePort();
    const url = `https://localhost:${port}`;
    const config = { console: { host: '127.0.0.1', port, url, provider: undefined } };
    const service = await TestService.start({ databaseUrl, clock: new TestClock(Date.now()), config });
    return new ConsoleFixture(service, url, await TestBrowser.start({ authly: service.service.ports.api }));
  }

  async signedIn(role: Role, options: TabOptions = {}): Promise<Page> {
    const page = await this.browser.tab({ viewport: DESK, ...options });
    await page.goto(await consoleLink(this.service, role, this.url));
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(page.url()).toBe(`${this.url}/`);
    // Chromium drops keys before the first paint.
    const paints = (): Promise<number> => page.evaluate(`performance.getEntriesByType('paint').length`);
    await expect.poll(paints).toBeGreaterThan(0);
    return page;
  }

  async go(page: Page, route: string): Promise<void> {
    await page.evaluate(`void (location.hash = ${JSON.stringify(`/${route}`)})`);
  }

  /** The page of a merchant, with its settings open. */
  async editing(page: Page, merchantId: string): Promise<void> {
    await this.go(page, `merchants/${merchantId}`);
    await page.getByText('Edit', { exact: true }).press('Enter');
  }

  /** The link to a session in a list. */
  sessionLink(page: Page | Locator, id: string): Locator {
    return page.getByRole('link', { name: `…${id.slice(-6)}` });
  }

  /** A secret that was not copied is closed only after a question. */
  async closeSecret(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Close', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Close it' }).press('Enter');
  }

  /** Advances the clock until the text is visible. */
  async seen(page: Page, text: string, byMs: number): Promise<void> {
    const isSeen = async (): Promise<boolean> => (
      this.service.clock.move(byMs), page.getByText(text).first().isVisible()
    );
    await expect.poll(isSeen, { timeout: 30_000 }).toBe(true);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.service.stop();
  }
}

export function useConsole({ onPostgres = false } = {}): () => ConsoleFixture {
  let fixture: ConsoleFixture;
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = onPostgres ? await migratedDatabase() : undefined;
    fixture = await ConsoleFixture.start(database?.url);
  });
  afterEach(() => fixture.browser.tidy());
  afterAll(async () => {
    await fixture.close();
    await database?.drop();
  });
  return () => fixture;
}
