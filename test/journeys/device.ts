import { app } from '../../packages/ui/test/words.ts';
import type { CDPSession, Page } from 'playwright-core';
import type { TabOptions } from './browser.ts';
import { agree, MERCHANT_ID, PHONE, type AppFixture, type AppOptions } from './app.ts';

interface CaptureOptions extends Pick<AppOptions, 'mode' | 'userRef'> {
  readonly person?: 'Person A' | 'Person B';
}

/** The page's device proves that its owner uses it, without a prompt. */
export async function addPasskeys(page: Page): Promise<{ devtools: CDPSession; authenticatorId: string }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { devtools, authenticatorId };
}

/** A device, a phone by default, whose passkeys the test controls. */
export class DeviceWithPasskeys {
  readonly page: Page;
  readonly #fixture: AppFixture;
  readonly #devtools: CDPSession;
  readonly #authenticatorId: string;

  private constructor(fixture: AppFixture, page: Page, devtools: CDPSession, authenticatorId: string) {
    this.#fixture = fixture;
    this.page = page;
    this.#devtools = devtools;
    this.#authenticatorId = authenticatorId;
  }

  static async of(fixture: AppFixture, options: TabOptions = {}): Promise<DeviceWithPasskeys> {
    const page = await fixture.browser.tab({ ...PHONE, ...options });
    const { devtools, authenticatorId } = await addPasskeys(page);
    return new DeviceWithPasskeys(fixture, page, devtools, authenticatorId);
  }

  /** Whether the user proves to be its owner: if not, each prompt is refused. */
  async unlocks(isUserVerified: boolean): Promise<void> {
    await this.#devtools.send('WebAuthn.setUserVerified', { authenticatorId: this.#authenticatorId, isUserVerified });
  }

  async passkeys(): Promise<{ userName?: string | undefined; rpId?: string | undefined }[]> {
    const authenticatorId = this.#authenticatorId;
    return (await this.#devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
  }

  async losePasskeys(): Promise<void> {
    await this.#devtools.send('WebAuthn.clearCredentials', { authenticatorId: this.#authenticatorId });
  }

  /** Opens a session and sends its captures, which the device then has to sign or be bound to. */
  async capture({
    person = 'Person A',
    ...session
  }: CaptureOptions = {}): Promise<{ sessionId: string; userRef: string }> {
    const link = await this.#fixture.link(session);
    await this.#fixture.follow(this.page, link);
    await this.page.goto(link.appUrl);
    await agree(this.page, session.mode === 'verify' ? undefined : 'Right index finger');
    await this.page.getByRole('radio', { name: person }).check();
    await this.page.getByRole('button', { name: app.en.synthetic_all }).click();
    return link;
  }

  async press(button: string): Promise<void> {
    await this.page.getByRole('button', { name: button, exact: true }).click();
  }
}

type MerchantChange = Parameters<AppFixture['service']['service']['store']['merchants']['update']>[1];

export async function setMerchant({ service }: AppFixture, change: MerchantChange): Promise<void> {
  await service.service.store.merchants.update(MERCHANT_ID, change);
  // Past the time that merchants are cached.
  service.clock.move(1000);
}
