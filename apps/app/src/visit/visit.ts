import { AppApi } from '@authly/app-client/app-api.ts';
import { CAPTURES } from '@authly/app-client/captures.ts';
import { deviceChallenge } from '@authly/app-client/device.ts';
import type { DeviceAssertion } from '@authly/contract/wire/device';
import type { ClaimResponse } from '@authly/contract/operations/claim-session';
import type { AppSession } from '@authly/contract/operations/app-session';
import type { BiometricTypeName } from '@authly/contract/wire/biometric-types';
import type { AppFailureReason } from '@authly/contract/wire/failure-codes';
import type { Finger } from '@authly/contract/wire/fingers';
import { LIMITS } from '@authly/contract/wire/limits';
import { SESSION_LIFETIME_MAX_S } from '@authly/contract/wire/session-times';
import { isFinal, type SessionStatus } from '@authly/contract/wire/states';
import type { CameraFrame } from '../capture/capture-props.ts';
import type { Look, CaptureSource } from '../worker/messages.ts';
import { hasConsented } from '@authly/ui/handover.ts';
import { isSandbox } from '@authly/ui/sandbox.ts';
import { callWithRetry } from './retry.ts';
import { tabStorage } from '@authly/ui/storage.ts';
import { loadVisit, saveVisit, type SavedVisit } from './saved-visit.ts';
import type { VisitState } from './state.ts';
import { Captures } from './captures.ts';
import { DevicePrompt } from './device-prompt.ts';
import { bindDevice, confirmWithDevice } from './passkey.ts';
import { watchSession } from './watch-session.ts';

/** A claim is repeated for as long as its link can be valid. */
const CLAIM_FOR_MS = LIMITS.linkTokenLifeMs;
/** As long as any session lasts: `watchSession` reports an earlier end. */
const SEND_FOR_MS = SESSION_LIFETIME_MAX_S * 1000;

const CAPTURED_TYPE: BiometricTypeName = 'fingerprint';

export class Visit {
  readonly api = new AppApi();
  link: string | undefined;
  readonly device = new DevicePrompt((state) => this.#show(state));
  readonly #captures = new Captures();
  readonly #end = new AbortController();
  readonly #onChange: (state: VisitState) => void;
  #saved: SavedVisit = loadVisit(tabStorage);
  #state: VisitState = { screen: 'joining', offline: false, sandbox: false, captures: [], latest: undefined };
  #supported = true;
  /** Reported before a reload: the service may not have received it. */
  #unconfirmedReport: AppFailureReason | undefined;

  constructor(onChange: (state: VisitState) => void) {
    this.#onChange = onChange;
  }

  get state(): VisitState {
    return this.#state;
  }

  /** A new link starts a new visit; without one, and with the same one, this tab's visit continues. */
  async start(link: string | undefined, supported: boolean): Promise<void> {
    this.#supported = supported;
    const before = this.#saved.claiming?.link;
    this.link = link ?? before;
    void isSandbox(this.#end.signal).then((sandbox) => sandbox && this.#show({ sandbox }));
    if (link !== undefined && link !== before) this.#save({ claiming: { link, nonce: crypto.randomUUID() } }, {});
    if (this.#saved.claim) return this.#resume(this.#saved.claim);
    if (this.#saved.claiming) return this.#join(this.#saved.claiming);
    this.#show({ screen: 'idle' });
  }

  leave(): void {
    this.#end.abort();
    this.#forgetCaptures();
  }

  /** Ready for another code. */
  readonly startAgain = (): void => {
    this.#save({}, {});
    location.reload();
  };

  readonly ask = (question: VisitState['question']): void => this.#show({ question });

  readonly retryJoin = (): void => {
    if (this.#saved.claiming) void this.#join(this.#saved.claiming);
  };

  /** Sent once: each wrong number counts, so the user types it again if no answer came. */
  readonly confirmNumber = async (number: string): Promise<void> => {
    const { claim } = this.#state;
    if (!claim) return;
    this.#show({ numberProblem: undefined });
    const reply = await this.api.confirm(claim, { number }, this.#end.signal).catch(() => undefined);
    if (reply?.body) return this.#confirmed();
    const numberProblem = reply?.code === 'number_mismatch' ? 'number_wrong' : 'action_failed';
    this.#save({ numberProblem });
    this.#show({ numberProblem });
  };

  readonly consent = (): void => {
    this.#save({ consented: true });
    this.#show({ screen: this.#afterConsent() });
  };

  readonly chooseFinger = (finger: Finger): void => {
    this.#save({ finger });
    this.#show({ screen: 'capture', finger });
  };

  readonly changeFinger = (): void => {
    this.#captures.startOver();
    this.#show({ screen: 'finger', ...this.#captures.shown });
  };

  /** Undefined if the camera was closed or the engine failed. */
  readonly look = async (frame: CameraFrame | undefined): Promise<Look | undefined> => {
    const look = await this.#captures.look(frame);
    if (frame && !look && this.#state.screen === 'capture') this.#review();
    return look;
  };

  /** A second capture at the same time is ignored. */
  readonly capture = async (source: CaptureSource, pressed?: Finger): Promise<void> => {
    const { screen, question } = this.#state;
    if (screen !== 'capture' || question) return;
    this.#show({ screen: 'reading' });
    await this.#captures.take(source, pressed);
    if (this.#state.screen !== 'reading') return this.#captures.dropLatest();
    this.#review();
  };

  /** For the sandbox. Stops at a capture that is not good. */
  readonly captureAll = async (next: () => CaptureSource, pressed: Finger): Promise<void> => {
    do await this.capture(next(), pressed);
    while (this.#state.screen === 'review' && this.#state.latest?.assessment === 'good' && (await this.accept()));
  };

  readonly again = (): void => {
    this.#captures.dropLatest();
    this.#show({ screen: 'capture', ...this.#captures.shown });
  };

  /** Discards all captures, which may be of another finger. */
  readonly startOver = (): void => {
    this.#captures.startOver();
    this.#show({ screen: 'capture', ...this.#captures.shown });
  };

  readonly accept = async (): Promise<boolean> => {
    const { claim, question } = this.#state;
    const taken = question ? undefined : this.#captures.acceptLatest();
    if (!claim || taken === undefined) return false;
    const isLast = taken >= CAPTURES[claim.mode];
    this.#show({ screen: isLast ? 'sending' : 'capture', ...this.#captures.shown });
    if (isLast) await this.#send(claim);
    return !isLast;
  };

  readonly giveUp = async (reason: AppFailureReason): Promise<void> => {
    const { claim } = this.#state;
    if (!claim) return;
    this.#save({ reported: reason });
    this.#show({ screen: 'sending', reported: reason });
    this.#forgetCaptures();
    const reply = await callWithRetry(
      () => this.api.failure(claim, { reason }, this.#end.signal),
      this.#retryFor(SEND_FOR_MS),
    );
    // On a refusal the session has already ended, which `watchSession` reports.
    if (reply?.body) this.#onStatus(reply.body.status, reason);
  };

  async #join(claiming: NonNullable<SavedVisit['claiming']>): Promise<void> {
    this.#show({ screen: 'joining' });
    const { link: link_token, nonce: app_nonce } = claiming;
    const reply = await callWithRetry(
      () => this.api.claim({ link_token, app_nonce }, this.#end.signal),
      this.#retryFor(CLAIM_FOR_MS),
    );
    if (this.#end.signal.aborted) return;
    if (reply === undefined) return this.#show({ screen: 'unreachable', offline: false });
    if (reply.body) {
      // Confirmed at once: the link was opened on the device that shows the hosted page.
      const { body: claim } = reply;
      const consented = hasConsented(claim.session_id);
      this.#save(
        { claiming, claim, ...(claim.confirmed && { sameDevice: true }), ...(consented && { consented }) },
        {},
      );
      return this.#resume(claim);
    }
    this.#save({}, {});
    this.#show({ screen: reply.code === 'session_already_claimed' ? 'taken' : 'invalid-link', offline: false });
  }

  async #resume(claim: ClaimResponse): Promise<void> {
    const { finger = claim.finger, reported, sameDevice, numberProblem } = this.#saved;
    const supported = (await this.device.prepare(claim)) && this.#supported;
    if (this.#end.signal.aborted) return;
    const screen = !supported ? 'unsupported' : claim.type !== CAPTURED_TYPE ? 'other-type' : 'number';
    this.#show({
      screen,
      claim,
      offline: false,
      numberProblem,
      ...(finger && { finger }),
      ...(reported && { reported }),
      ...(sameDevice && { sameDevice }),
    });
    if (screen !== 'number')
      return void this.api.failure(claim, { reason: 'device_not_supported' }, this.#end.signal).catch(() => undefined);
    // The engine loads while the user types, reads and chooses.
    this.#captures.prepare();
    if (claim.confirmed) this.#confirmed();
    this.#unconfirmedReport = reported;
    if (reported) this.#show({ screen: 'sending' });
    void watchSession(this.api, claim, {
      signal: this.#end.signal,
      onSession: (session) => this.#onSession(session),
      onRefused: () => this.#show({ screen: 'invalid-link' }),
      onOffline: (offline) => offline !== this.#state.offline && this.#show({ offline }),
    });
  }

  #onSession({ status, failure_code: failureCode, confirmed }: AppSession): void {
    if (confirmed) this.#confirmed();
    const report = this.#unconfirmedReport;
    this.#unconfirmedReport = undefined;
    if (report && !isFinal(status)) void this.giveUp(report);
    this.#onStatus(status, failureCode);
  }

  #confirmed(): void {
    if (this.#state.screen !== 'number') return;
    const { claim } = this.#saved;
    if (claim && !claim.confirmed) this.#save({ claim: { ...claim, confirmed: true } });
    this.#show({ screen: this.#saved.consented ? this.#afterConsent() : 'consent' });
  }

  #afterConsent(): VisitState['screen'] {
    return this.#state.finger === undefined ? 'finger' : 'capture';
  }

  async #send(claim: ClaimResponse): Promise<void> {
    const { finger } = this.#state;
    const { signal } = this.#end;
    const isVerify = claim.mode === 'verify';
    const named = isVerify ? (this.#captures.pressed ?? finger) : finger;
    if (named === undefined) return this.giveUp('capture_failed');
    const captured_at = new Date(this.api.clock.now()).toISOString();
    const bound = isVerify ? undefined : await this.device.ask(claim, named, () => bindDevice(claim, signal));
    const sealed = await this.#captures.sealed(named, claim.seal, bound);
    if (sealed === undefined) return this.#review();
    this.#forgetCaptures();
    const confirm = async (ids: readonly string[]): Promise<DeviceAssertion> =>
      confirmWithDevice(await deviceChallenge(claim, sealed), ids, signal);
    const device = isVerify && (await this.device.ask(claim, named, confirm));
    const body = { ...sealed, captured_at, ...(device && { device }) };
    const reply = await callWithRetry(
      () => this.api.callback(claim, body, this.#end.signal),
      this.#retryFor(SEND_FOR_MS),
    );
    // `watchSession` reports why it failed.
    if (reply?.body) return reply.body.status === 'failed' ? undefined : this.#onStatus(reply.body.status);
    // A 409 is an end that `watchSession` reports; any other refusal is final.
    if (reply !== undefined && reply.status !== 409) await this.giveUp('capture_failed');
  }

  #onStatus(status: SessionStatus, failureCode?: string): void {
    if (this.#end.signal.aborted) return;
    if (status === 'callback_received' || status === 'processing')
      return this.#state.screen === 'sending' ? undefined : this.#show({ screen: 'sending' });
    if (!isFinal(status)) return;
    this.#forgetCaptures();
    if (this.#state.claim) this.device.ended(this.#state.claim, status, failureCode);
    this.#show({ screen: 'ended', status, offline: false, ...(failureCode !== undefined && { failureCode }) });
    this.#end.abort();
  }

  #review(): void {
    this.#show({ screen: 'review', ...this.#captures.shown });
  }

  #forgetCaptures(): void {
    this.#captures.forget();
    this.#show(this.#captures.shown);
  }

  #retryFor(forMs: number): Parameters<typeof callWithRetry>[1] {
    return { signal: this.#end.signal, forMs, onFailure: () => this.#show({ offline: true }) };
  }

  #save(more: SavedVisit, before: SavedVisit = this.#saved): void {
    this.#saved = { ...before, ...more };
    saveVisit(tabStorage, this.#saved);
  }

  #show(more: Partial<VisitState>): void {
    if (this.#end.signal.aborted) return;
    this.#state = { ...this.#state, ...more };
    this.#onChange(this.#state);
  }
}
