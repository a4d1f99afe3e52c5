import type { CDPSession, Page } from 'playwright-core';

/** How a device answers a passkey prompt. */
export type Device = 'confirms' | 'refuses' | 'does not answer' | 'has no screen lock';

/** One device whose passkeys all its windows share. */
export class Passkeys {
  #device: Device = 'confirms';
  readonly #windows = new Map<Page, { devtools: CDPSession; authenticatorId?: string }>();
  readonly #known: Parameters<CDPSession['send']>[1][] = [];

  async follow(page: Page): Promise<void> {
    const devtools = await page.context().newCDPSession(page);
    page.once('close', () => this.#windows.delete(page));
    this.#windows.set(page, { devtools });
    devtools.on('WebAuthn.credentialAdded', ({ credential }) => this.#known.push(credential as never));
    await devtools.send('WebAuthn.enable');
    await this.#answer(page);
  }

  async become(device: Device): Promise<void> {
    this.#device = device;
    for (const page of this.#windows.keys()) await this.#answer(page).catch(() => undefined);
  }

  async #answer(page: Page): Promise<void> {
    const window = this.#windows.get(page)!;
    const { devtools, authenticatorId: current } = window;
    if (this.#device === 'has no screen lock') {
      if (current !== undefined)
        await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: current });
      delete window.authenticatorId;
      return;
    }
    const authenticatorId = current ?? (await this.#added(devtools));
    window.authenticatorId = authenticatorId;
    const isUserVerified = this.#device === 'confirms';
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    const enabled = this.#device !== 'does not answer';
    await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  }

  async #added(devtools: CDPSession): Promise<string> {
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
    });
    for (const credential of this.#known)
      await devtools.send('WebAuthn.addCredential', { authenticatorId, credential: credential as never });
    return authenticatorId;
  }
}
