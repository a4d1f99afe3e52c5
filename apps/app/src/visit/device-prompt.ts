import type { Finger } from '@authly/contract/wire/fingers';
import type { ClaimResponse } from '@authly/contract/operations/claim-session';
import { deviceStorage } from '@authly/ui/storage.ts';
import { hasPasskeys } from './passkey.ts';
import type { VisitState } from './state.ts';

/** Stored instead of a credential id when the user went on without a passkey. */
const NO_DEVICE = '-';

const keyOf = ({ merchant_name: merchant }: ClaimResponse, finger: Finger | undefined): string =>
  `authly.app.device.${finger}.${merchant}`;

/** Asks for a passkey until the user has used one or goes on without it. Remembers the last one of a merchant and finger. */
export class DevicePrompt {
  readonly #show: (state: Partial<VisitState>) => void;
  #isPossible = false;
  /** False: the user goes on without a passkey. */
  answer: (uses: boolean) => void = () => undefined;

  constructor(show: (state: Partial<VisitState>) => void) {
    this.#show = show;
  }

  /** False if the merchant requires a passkey and this browser cannot have one. */
  async prepare({ device }: ClaimResponse): Promise<boolean> {
    this.#isPossible = device !== undefined && (await hasPasskeys(device));
    return this.#isPossible || device?.mode !== 'required';
  }

  async ask<Passkey extends { readonly credential_id: string }>(
    claim: ClaimResponse,
    finger: Finger,
    use: (ids: readonly string[]) => Promise<Passkey>,
  ): Promise<Passkey | undefined> {
    const key = keyOf(claim, finger);
    const stored = claim.mode === 'verify' ? deviceStorage.get(key) : '';
    if (!this.#isPossible || stored === NO_DEVICE) return undefined;
    this.#show({ screen: 'device', prompt: undefined });
    // A known passkey is asked for at once. If that fails, any passkey may answer.
    let ids = stored ? [stored] : [];
    let used: Passkey | undefined;
    while (used === undefined && (ids.length > 0 || (await this.#answered()))) {
      this.#show({ prompt: 'open' });
      used = await use(ids).catch(() => undefined);
      if (!used) this.#show({ prompt: 'failed' });
      ids = [];
    }
    deviceStorage.set(key, used?.credential_id ?? NO_DEVICE);
    this.#show({ screen: 'sending' });
    return used;
  }

  /** After `device_not_recognized`: the next verification looks for every passkey. */
  forget(claim: ClaimResponse): void {
    deviceStorage.set(keyOf(claim, claim.finger), '');
  }

  #answered(): Promise<boolean> {
    return new Promise((resolve) => (this.answer = resolve));
  }
}
