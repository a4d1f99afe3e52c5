import type { Finger } from '@authly/contract/wire/fingers';
import type { ClaimResponse } from '@authly/contract/operations/claim-session';
import type { FinalStatus } from '@authly/contract/wire/states';
import { deviceStorage } from '@authly/ui/storage.ts';
import { hasPasskeys } from './passkey.ts';
import type { ScreenEvent } from './screens.ts';
import type { VisitState } from './state.ts';

/** Remembered instead of a credential id after a session that succeeded without a passkey. */
const NO_DEVICE = '-';

const keyOf = ({ device }: ClaimResponse): string => `authly.app.device.${device?.account}`;
/** Of each finger of the account. */
const knownOf = (claim: ClaimResponse): Partial<Record<Finger, string>> =>
  JSON.parse(deviceStorage.get(keyOf(claim)) ?? '{}') as object;
const remember = (claim: ClaimResponse, known: object): void => deviceStorage.set(keyOf(claim), JSON.stringify(known));

/** Asks for a passkey until the user has used one or goes on without it. Remembers those of enrollments that succeeded. */
export class DevicePrompt {
  readonly #show: (prompt: VisitState['prompt'], event?: ScreenEvent) => boolean;
  #isPossible = false;
  #last: { readonly finger: Finger; readonly id: string } | undefined;
  /** Without the passkey the session would fail. */
  isNeeded = false;
  /** False: the user goes on without a passkey. */
  answer: (uses: boolean) => void = () => undefined;

  constructor(show: (prompt: VisitState['prompt'], event?: ScreenEvent) => boolean) {
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
    const known = claim.mode === 'verify' ? knownOf(claim)[finger] : undefined;
    this.#last = { finger, id: NO_DEVICE };
    if (!this.#isPossible || known === NO_DEVICE) return undefined;
    this.isNeeded = claim.device?.mode === 'required' || known !== undefined;
    if (!this.#show(undefined, 'passkey_wanted')) return undefined;
    // A known passkey is asked for at once. If that fails, any passkey may answer.
    let ids = known === undefined ? [] : [known];
    let used: Passkey | undefined;
    while (used === undefined && (ids.length > 0 || (await this.#answered()))) {
      this.#show('open');
      used = await use(ids).catch(() => undefined);
      ids = [];
      if (used) break;
      // The finger may have been enrolled again elsewhere, without this passkey: the service decides.
      this.isNeeded = claim.device?.mode === 'required';
      this.#show('failed');
    }
    if (used) this.#last = { finger, id: used.credential_id };
    this.#show(undefined, 'passkey_over');
    return used;
  }

  /** Only the end says what the stored enrollment has. After `device_not_recognized` the next one looks for every passkey. */
  ended(claim: ClaimResponse, status: FinalStatus, failureCode: string | undefined): void {
    if (!this.#last) return;
    const { finger, id } = this.#last;
    const { [finger]: known, ...others } = knownOf(claim);
    const isNews = claim.mode === 'enroll' || (id === NO_DEVICE && known === undefined);
    if (failureCode === 'device_not_recognized') remember(claim, others);
    else if (status === 'succeeded' && isNews) remember(claim, { ...others, [finger]: id });
  }

  #answered(): Promise<boolean> {
    return new Promise((resolve) => (this.answer = resolve));
  }
}
