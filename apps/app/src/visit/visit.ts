import { AppApi } from '@authly/ui/app/app-api.ts';
import { TOUCHES } from '@authly/ui/app/touches.ts';
import type { ClaimResponse } from '@authly/contract/operations/claim-session';
import type { AppSession } from '@authly/contract/operations/app-session';
import type { BiometricTypeName } from '@authly/contract/biometric-types';
import type { AppFailureReason } from '@authly/contract/failure-codes';
import type { Finger } from '@authly/contract/fingers';
import { LIMITS } from '@authly/contract/limits';
import { SESSION_LIFETIME_MAX_S } from '@authly/contract/session-times';
import { isFinal, type SessionStatus } from '@authly/contract/states';
import type { CameraFrame } from '../capture/capture-props.ts';
import type { Look, TouchSource } from '../worker/messages.ts';
import { isSandbox } from '@authly/ui/sandbox.ts';
import { callWithRetry } from './retry.ts';
import { loadVisit, saveVisit, type SavedVisit } from './saved-visit.ts';
import type { VisitState } from './state.ts';
import { Touches } from './touches.ts';
import { watchSession } from './watch-session.ts';

/** After that a claim is not worth repeating. */
const CLAIM_FOR_MS = LIMITS.linkTokenLifeMs;
/** As long as any session lasts: what ends it otherwise, the watch sees first. */
const SEND_FOR_MS = SESSION_LIFETIME_MAX_S * 1000;

/** What this app captures. */
const CAPTURED_TYPE: BiometricTypeName = 'fingerprint';

interface VisitOptions {
  readonly storage: Storage | undefined;
  readonly onChange: (state: VisitState) => void;
}

/** One person's way through the app, from the link to the end. Screens show its state and call its methods. */
export class Visit {
  readonly api = new AppApi();
  readonly #touches = new Touches();
  readonly #end = new AbortController();
  readonly #storage: Storage | undefined;
  readonly #onChange: (state: VisitState) => void;
  #saved: SavedVisit;
  #state: VisitState = { screen: 'joining', offline: false, sandbox: false, touches: [], latest: undefined };
  #supported = true;
  /** Reported before a reload: the service may not have heard of it. */
  #unconfirmedReport: AppFailureReason | undefined;

  constructor({ storage, onChange }: VisitOptions) {
    this.#storage = storage;
    this.#onChange = onChange;
    this.#saved = loadVisit(storage);
  }

  get state(): VisitState {
    return this.#state;
  }

  /** A new link begins anew; without one, what this tab was doing goes on. */
  async start(link: string | undefined, supported: boolean): Promise<void> {
    this.#supported = supported;
    void isSandbox(this.#end.signal).then((sandbox) => sandbox && this.#show({ sandbox }));
    if (link !== undefined) this.#save({ claiming: { link, nonce: crypto.randomUUID() } }, {});
    if (this.#saved.claim) return this.#resume(this.#saved.claim);
    if (this.#saved.claiming) return this.#join(this.#saved.claiming);
    this.#show({ screen: 'idle' });
  }

  /** Another link was opened in this tab. */
  leave(): void {
    this.#end.abort();
    this.#forgetTouches();
  }

  readonly retryJoin = (): void => {
    if (this.#saved.claiming) void this.#join(this.#saved.claiming);
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
    this.#touches.startOver();
    this.#show({ screen: 'finger', ...this.#touches.shown });
  };

  /** A frame of the camera. Undefined where it could not be looked at. */
  readonly look = (frame: CameraFrame | undefined): Promise<Look | undefined> => this.#touches.look(frame);

  readonly capture = async (source: TouchSource, pressed?: Finger): Promise<void> => {
    this.#show({ screen: 'reading' });
    await this.#touches.take(source, pressed);
    // It may have been canceled meanwhile.
    if (this.#state.screen !== 'reading') return this.#touches.dropLatest();
    this.#show({ screen: 'review', ...this.#touches.shown });
  };

  readonly again = (): void => {
    this.#touches.dropLatest();
    this.#show({ screen: 'capture', ...this.#touches.shown });
  };

  /** The touches so far may have been of another finger: begin with the first one again. */
  readonly startOver = (): void => {
    this.#touches.startOver();
    this.#show({ screen: 'capture', ...this.#touches.shown });
  };

  readonly accept = async (): Promise<void> => {
    const { claim } = this.#state;
    const taken = this.#touches.acceptLatest();
    if (!claim || taken === undefined) return;
    const isLast = taken >= TOUCHES[claim.mode];
    this.#show({ screen: isLast ? 'sending' : 'capture', ...this.#touches.shown });
    if (isLast) await this.#send(claim);
  };

  /** The person declines, or this device cannot capture. */
  readonly giveUp = async (reason: AppFailureReason): Promise<void> => {
    const { claim } = this.#state;
    if (!claim) return;
    this.#save({ reported: reason });
    this.#show({ screen: 'sending', reported: reason });
    this.#forgetTouches();
    const reply = await callWithRetry(
      () => this.api.failure(claim, { reason }, this.#end.signal),
      this.#retryFor(SEND_FOR_MS),
    );
    // Refused: it has ended otherwise, which the watch reports.
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
      // Confirmed from the beginning: a link on this device led here, no code on another screen.
      this.#save({ claim: reply.body, ...(reply.body.confirmed && { sameDevice: true }) }, {});
      return this.#resume(reply.body);
    }
    this.#save({}, {});
    this.#show({ screen: reply.code === 'session_already_claimed' ? 'taken' : 'invalid-link', offline: false });
  }

  #resume(claim: ClaimResponse): void {
    const { finger = claim.finger, reported, sameDevice } = this.#saved;
    const screen = !this.#supported ? 'unsupported' : claim.type !== CAPTURED_TYPE ? 'other-type' : 'compare';
    this.#show({
      screen,
      claim,
      offline: false,
      ...(finger && { finger }),
      ...(reported && { reported }),
      ...(sameDevice && { sameDevice }),
    });
    if (screen !== 'compare')
      return void this.api.failure(claim, { reason: 'device_not_supported' }, this.#end.signal).catch(() => undefined);
    // While the person compares, reads and chooses: the engine is there before the first touch.
    this.#touches.prepare();
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
    if (confirmed && this.#state.screen === 'compare') this.#confirmed();
    const report = this.#unconfirmedReport;
    this.#unconfirmedReport = undefined;
    if (report && !isFinal(status)) void this.giveUp(report);
    this.#onStatus(status, failureCode);
  }

  #confirmed(): void {
    const { claim } = this.#saved;
    if (claim && !claim.confirmed) this.#save({ claim: { ...claim, confirmed: true } });
    this.#show({ screen: this.#saved.consented ? this.#afterConsent() : 'consent' });
  }

  #afterConsent(): VisitState['screen'] {
    return this.#state.finger === undefined ? 'finger' : 'capture';
  }

  async #send(claim: ClaimResponse): Promise<void> {
    const { finger } = this.#state;
    const named = claim.mode === 'verify' ? (this.#touches.pressed ?? finger) : finger;
    const sealed = named && (await this.#touches.sealed(named).catch(() => undefined));
    if (sealed === undefined) return this.giveUp('capture_failed');
    const body = { ...sealed, captured_at: new Date(this.api.clock.now()).toISOString() };
    this.#forgetTouches();
    const reply = await callWithRetry(
      () => this.api.callback(claim, body, this.#end.signal),
      this.#retryFor(SEND_FOR_MS),
    );
    // Why it failed, the watch reports.
    if (reply?.body) return reply.body.status === 'failed' ? undefined : this.#onStatus(reply.body.status);
    // A 409 is an end that the watch reports; any other refusal will not get better by itself.
    if (reply !== undefined && reply.status !== 409) await this.giveUp('capture_failed');
  }

  /** Where the service says that the session stands. */
  #onStatus(status: SessionStatus, failureCode?: string): void {
    if (this.#end.signal.aborted) return;
    if (status === 'callback_received' || status === 'processing')
      return this.#state.screen === 'sending' ? undefined : this.#show({ screen: 'sending' });
    if (!isFinal(status)) return;
    this.#forgetTouches();
    this.#show({ screen: 'ended', status, offline: false, ...(failureCode !== undefined && { failureCode }) });
    this.#end.abort();
  }

  #forgetTouches(): void {
    this.#touches.forget();
    this.#show(this.#touches.shown);
  }

  #retryFor(forMs: number): Parameters<typeof callWithRetry>[1] {
    return { signal: this.#end.signal, forMs, onFailure: () => this.#show({ offline: true }) };
  }

  #save(more: SavedVisit, before: SavedVisit = this.#saved): void {
    this.#saved = { ...before, ...more };
    saveVisit(this.#storage, this.#saved);
  }

  #show(more: Partial<VisitState>): void {
    if (this.#end.signal.aborted) return;
    this.#state = { ...this.#state, ...more };
    this.#onChange(this.#state);
  }
}
