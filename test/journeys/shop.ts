import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClaimResponse } from '@authly/contract/operations/claim-session';
import type { Finger } from '@authly/contract/wire/fingers';
import type { View } from '@authly/fingerprint';
import { hosted } from '../../packages/ui/test/words.ts';
import type { Page } from 'playwright-core';
import { Agent, request } from 'undici';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { runCli } from '../../apps/service/src/cli/cli.ts';
import { captured, sealedFor } from '../../apps/service/test/app-side.ts';
import { templateOf } from '../../packages/fingerprint/test/finger-captures.ts';
import { startSandbox, type Sandbox } from '../../apps/sandbox/src/start.ts';
import { TestBrowser, opens, type TabOptions } from './browser.ts';
import { shows } from './hosted.ts';
import { readCode } from './read-code.ts';
import { freePort, sandboxSettings } from '../free-port.ts';

export const DESK = { viewport: { width: 1280, height: 800 } };
export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** The whole sandbox as `npm start` runs it, and a browser. */
export class ShopFixture {
  readonly sandbox: Sandbox;
  readonly browser: TestBrowser;
  readonly #env: Record<string, string>;
  readonly #agent: Agent;

  private constructor(sandbox: Sandbox, browser: TestBrowser, env: Record<string, string>) {
    this.sandbox = sandbox;
    this.browser = browser;
    this.#env = env;
    this.#agent = new Agent({ connect: { ca: readFileSync(sandbox.facts.ca_file, 'utf8') } });
  }

  /** With relying parties it runs the OpenID Provider too. */
  static async start(flags: readonly string[], relyingParties?: readonly object[]): Promise<ShopFixture> {
    const dataDir = mkdtempSync(join(tmpdir(), 'authly-shop-'));
    const env = { ...(await sandboxSettings(dataDir)), OPENID_PORT: `${await freePort()}` };
    if (relyingParties !== undefined) {
      mkdirSync(join(dataDir, 'openid'));
      writeFileSync(join(dataDir, 'openid', 'clients.json'), JSON.stringify(relyingParties));
    }
    const sandbox = await startSandbox(env, { openId: relyingParties !== undefined });
    return new ShopFixture(sandbox, await TestBrowser.start({ flags }), env);
  }

  async visit(user: 'A' | 'B', options: TabOptions = {}): Promise<Page> {
    const page = await (await this.browser.context({ ...DESK, ...options })).newPage();
    await page.goto(this.sandbox.facts.shop_url);
    await signIn(page, user);
    return page;
  }

  /** The biometric app over HTTP, joined by the link of the screen. */
  async join(link: string): Promise<AppOverHttp> {
    const claim = await this.appPost<ClaimResponse>('/app/v1/claims', {
      link_token: new URL(link).hash.replace('#link=', ''),
      app_nonce: crypto.randomUUID(),
    });
    return new AppOverHttp(this, claim);
  }

  async appPost<Answer>(path: string, body: object, token?: string): Promise<Answer> {
    const { statusCode, body: answer } = await request(this.sandbox.facts.base_url + path, {
      method: 'POST',
      dispatcher: this.#agent,
      headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode} ${text}`);
    return JSON.parse(text) as Answer;
  }

  async authly(...args: string[]): Promise<void> {
    const code = await runCli(['node', 'authly', ...args], this.#env, () => {});
    if (code !== 0) throw new Error(`authly ${args.join(' ')} ended with ${code}`);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.#agent.close();
    await this.sandbox.close();
    rmSync(this.#env['AUTHLY_DATA_DIR']!, { recursive: true, force: true });
  }
}

export class AppOverHttp {
  readonly #fixture: ShopFixture;
  readonly claim: ClaimResponse;

  constructor(fixture: ShopFixture, claim: ClaimResponse) {
    this.#fixture = fixture;
    this.claim = claim;
  }

  async confirm(number: string): Promise<void> {
    const { session_id, app_token } = this.claim;
    await this.#fixture.appPost(`/app/v1/sessions/${session_id}/confirm`, { number }, app_token);
  }

  async decline(): Promise<void> {
    const { session_id, app_token } = this.claim;
    await this.#fixture.appPost(`/app/v1/sessions/${session_id}/failure`, { reason: 'user_declined' }, app_token);
  }

  async capture(finger: Finger, ...views: View[]): Promise<string> {
    const { status } = await this.#fixture.appPost<{ status: string }>(
      `/app/v1/sessions/${this.claim.session_id}/callback`,
      await sealedFor(this.claim.seal, captured(templateOf(...views), finger)),
      this.claim.app_token,
    );
    return status;
  }
}

export async function signIn(page: Page, user: 'A' | 'B'): Promise<void> {
  await page.getByRole('button', { name: `User ${user}` }).click();
  await page.locator(`[data-user="${user}"][aria-pressed="true"]`).waitFor();
}

export const enroll = (page: Page): Promise<Page> => opens(page.context(), () => page.click('#enroll'));
/** After a paid order a new one begins first. */
export async function pay(page: Page): Promise<Page> {
  if (await page.locator('#new-order').isVisible()) await page.click('#new-order');
  return opens(page.context(), () => page.click('#pay'));
}

export async function scan(popup: Page): Promise<string> {
  await shows(popup, 'waiting');
  await popup.getByText(hosted.en.use_phone).click();
  return readCode(popup);
}

/** The outcome that the shop shows. */
export async function told(page: Page): Promise<string> {
  await page.locator('#outcome[data-mood="good"] strong, #outcome[data-mood="bad"] strong').waitFor();
  return page.locator('#outcome strong').innerText();
}

export async function choose(page: Page, what: 'enroll' | 'pay', outcome: string): Promise<void> {
  if ((await page.locator('details.sandbox[open]').count()) === 0)
    await page.getByText('Try an outcome without an app').click();
  await page.selectOption('#sandbox-outcome', outcome === '' ? '' : `${what} ${outcome}`);
}

/** One sandbox for the file. Complaints of a page fail the test. */
export function useShopFixture(flags: readonly string[] = [], relyingParties?: readonly object[]): () => ShopFixture {
  let fixture: ShopFixture | undefined;
  beforeAll(async () => {
    fixture = await ShopFixture.start(flags, relyingParties);
  }, 180_000);
  afterEach(() => fixture?.browser.tidy());
  afterAll(() => fixture?.close());
  return () => fixture!;
}
