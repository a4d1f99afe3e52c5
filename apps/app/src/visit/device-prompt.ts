import type { Finger } from '@authly/contract/fingers';
import type { ClaimResponse } from '@authly/contract/operations/claim-session';
import { deviceStorage } from '@authly/ui/storage.ts';
import { hasPasskeys } from './passkey.ts';
import type { VisitState } from './state.ts';

/** Several users of one browser may have bound the same finger. */
const MAX_KNOWN = 4;
/** Stored instead of credential ids when the user went on without a passkey. */
const NO_DEVICE = '-';

/** Asks for a passkey until the user has used one or goes on without it. Remembers the ids, newest first. */
export class DevicePrompt {
  readonly #show: (state: Partial<VisitState>) => void;
  #isPossible = false;
  #key = '';
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
    { mode, merchant_name: merchant }: ClaimResponse,
    finger: Finger,
    use: (ids: readonly string[]) => Promise<Passkey>,
  ): Promise<Passkey | undefined> {
    this.#key = `authly.app.device.${finger}.${merchant}`;
    const stored = deviceStorage.get(this.#key) ?? '';
    if (!this.#isPossible || (mode === 'verify' && stored === NO_DEVICE)) return undefined;
    const known = stored.split(' ').filter((id) => id !== '' && id !== NO_DEVICE);
    this.#show({ screen: 'device', prompt: undefined });
    // A known passkey is asked for at once. If that fails, any passkey may answer.
    let ids: readonly string[] = known;
    let used: Passkey | undefined;
    let uses = (mode === 'verify' && known.length > 0) || (await this.#answered());
    while (uses) {
      this.#show({ prompt: 'open' });
      used = await use(ids).catch(() => undefined);
      if (used) break;
      this.#show({ prompt: 'failed' });
      ids = [];
      uses = await this.#answered();
    }
    const newest = used ? [...new Set([used.credential_id, ...known])].slice(0, MAX_KNOWN) : [NO_DEVICE];
    deviceStorage.set(this.#key, newest.join(' '));
    this.#show({ screen: 'sending' });
    return used;
  }

  /** The passkey was another one than the finger is bound to. */
  forget(): void {
    deviceStorage.set(this.#key, '');
  }

  #answered(): Promise<boolean> {
    return new Promise((resolve) => (this.answer = resolve));
  }
}
