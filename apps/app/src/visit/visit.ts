import { AppApi, type AppReply } from '@authly/app-client/app-api.ts';
import { CAPTURES } from '@authly/app-client/captures.ts';
import { deviceChallenge } from '@authly/app-client/device.ts';
import type { ClaimResponse } from '@authly/contract/operations/claim-session';
import type { AppSession } from '@authly/contract/operations/app-session';
import type { AppFailureReason } from '@authly/contract/wire/failure-codes';
import type { Finger } from '@authly/contract/wire/fingers';
import { LIMITS } from '@authly/contract/wire/limits';
import { SESSION_LIFETIME_MAX_S } from '@authly/contract/wire/session-times';
import { isFinal } from '@authly/contract/wire/states';
import type { CameraFrame } from '../capture/capture-props.ts';
import type { Look, CaptureSource } from '../worker/messages.ts';
import { hasConsented } from '@authly/ui/handover.ts';
import { isSandbox } from '@authly/ui/sandbox.ts';
import { callWithRetry } from './retry.ts';
import { tabStorage } from '@authly/ui/storage.ts';
import { loadVisit, saveVisit, type SavedVisit } from './saved-visit.ts';
import { moveFor, type ScreenEvent, type ScreenName } from './screens.ts';
import type { VisitState } from './state.ts';
import { Captures } from './captures.ts';
import { DevicePrompt } from './device-prompt.ts';
import { bindDevice, confirmWithDevice } from './passkey.ts';
import { watchSession } from './watch-session.ts';

/** A claim is repeated for as long as its link can be valid. */
const CLAIM_FOR_MS = LIMITS.linkTokenLifeMs;
/** As long as any session lasts: `watchSession` reports an earlier end. */
const SEND_FOR_MS = SESSION_LIFETIME_MAX_S * 1000;

/** One visit of a user, from the link to the end. `screens.ts` decides which screen an event leads to. */
export class Visit {
  readonly api = new AppApi();
  link: string | undefined;
  readonly device = new DevicePrompt((prompt, event) => this.#show({ prompt }, event));
  readonly #captures = new Captures();
  readonly #end = new AbortController();
  readonly #onChange: (state: VisitState) => void;
  #saved: SavedVisit = loadVisit(tabStorage);
  #state: VisitState = { screen: 'joining', offline: false, sandbox: false, captures: [], latest: undefined };
  #supported = true;
  #hasReported = false;

  constructor(onChange: (state: VisitState) => void) {
    this.#onChange = onChange;
  }

  get state(): VisitState {
    return this.#state;
  }

  /** A new link starts a new visit. Without one, and with the same one, this tab's visit continues. If a session goes on, the user is asked first. */
  async start(link: string | undefined, supported: boolean): Promise<void> {
    this.#supported = supported;
    void isSandbox(this.#end.signal).then((sandbox) => sandbox && this.#show({ sandbox }));
    const { claiming, claim, isOver } = this.#saved;
    const isOther = link !== undefined && link !== claiming?.link;
    if (isOther && claim && !isOver) this.ask({ link });
    else if (isOther) this.#saved = { claiming: { link, nonce: crypto.randomUUID() } };
    this.link = this.#saved.claiming?.link;
    this.#save({});
    if (this.#saved.claim) return this.#resume(this.#saved.claim);
    if (this.#saved.claiming) return this.#join(this.#saved.claiming);
    this.#show({}, 'no_link');
  }

  leave(): void {
    this.#end.abort();
    this.#captures.forget();
  }

  /** Ready for another code. */
  readonly startAgain = (): void => {
    saveVisit(tabStorage, {});
    location.reload();
  };

  readonly ask = (question: VisitState['question']): void => void this.#show({ question });

  readonly retryJoin = (): void => {
    const { claiming } = this.#state;
    if (claiming && this.#show({}, 'retry')) void this.#join(claiming);
  };

  /** Sent once: each wrong number counts, so the user types it again if no answer came. */
  readonly confirmNumber = async (number: string): Promise<void> => {
    const { claim } = this.#state;
    if (!claim) return;
    this.#show({ numberProblem: undefined });
    const reply = await this.api.confirm(claim, { number }, this.#end.signal).catch(() => undefined);
    if (reply?.body) return this.#confirmed();
    this.#save({ numberProblem: reply?.code === 'number_mismatch' ? 'number_wrong' : 'action_failed' });
  };

  readonly consent = (): void => this.#save({ consented: true }, 'consented');

  readonly chooseFinger = (finger: Finger): void => this.#save({ finger }, 'finger_chosen');

  readonly changeFinger = (): void => {
    this.#captures.startOver();
    this.#show({}, 'finger_dropped');
  };

  /** Returns undefined if the camera was closed or the engine failed. */
  readonly look = async (frame: CameraFrame | undefined): Promise<Look | undefined> => {
    const look = await this.#captures.look(frame);
    if (frame && !look) this.#show({}, 'look_failed');
    return look;
  };

  /** A second capture at the same time is ignored. */
  readonly capture = async (source: CaptureSource, pressed?: Finger): Promise<void> => {
    if (this.#state.question || !this.#show({}, 'pressed')) return;
    await this.#captures.take(source, pressed);
    if (!this.#show({}, 'read')) this.#captures.dropLatest();
  };

  /** For the sandbox. Stops at a capture that is not good. */
  readonly captureAll = async (next: () => CaptureSource, pressed: Finger): Promise<void> => {
    do await this.capture(next(), pressed);
    while (this.#state.screen === 'review' && this.#state.latest?.assessment === 'good' && (await this.accept()));
  };

  readonly again = (): void => {
    this.#captures.dropLatest();
    this.#show({}, 'again');
  };

  /** Discards all captures, which may be of another finger. */
  readonly startOver = (): void => {
    this.#captures.startOver();
    this.#show({}, 'again');
  };

  /** Returns whether another capture is needed. */
  readonly accept = async (): Promise<boolean> => {
    const { claim, question } = this.#state;
    const taken = question ? undefined : this.#captures.acceptLatest();
    if (!claim || taken === undefined) return false;
    if (taken < CAPTURES[claim.mode]) return this.#show({}, 'again');
    this.#show({}, 'complete');
    await this.#send(claim);
    return false;
  };

  readonly giveUp = async (reason: AppFailureReason): Promise<void> => {
    const { claim } = this.#state;
    this.#hasReported = true;
    if (!claim || !this.#show({}, 'given_up')) return;
    this.#captures.forget();
    this.#save({ reported: reason });
    const reply = await this.#repeat(SEND_FOR_MS, () => this.api.failure(claim, { reason }, this.#end.signal));
    // On a refusal the session has already ended, which `watchSession` reports.
    if (reply?.body) this.#onStatus({ ...reply.body, failure_code: reason });
  };

  async #join({ link: link_token, nonce: app_nonce }: NonNullable<SavedVisit['claiming']>): Promise<void> {
    const claiming = { link_token, app_nonce };
    const reply = await this.#repeat(CLAIM_FOR_MS, () => this.api.claim(claiming, this.#end.signal));
    this.#show({ offline: false });
    if (reply === undefined) return void this.#show({}, 'no_answer');
    if (!reply.body) {
      this.#saved = {};
      return this.#save({}, reply.code === 'session_already_claimed' ? 'too_late' : 'refused');
    }
    const { body: claim } = reply;
    // A claim that is confirmed at once: the link was opened on the device that shows the hosted page.
    this.#save({
      claim,
      sameDevice: claim.confirmed,
      consented: hasConsented(claim.session_id),
      finger: claim.finger,
    });
    return this.#resume(claim);
  }

  async #resume(claim: ClaimResponse): Promise<void> {
    const { signal } = this.#end;
    const supported = (await this.device.prepare(claim)) && this.#supported;
    if (signal.aborted) return;
    if (!supported || claim.type !== 'fingerprint') {
      this.#show({}, supported ? 'type_unknown' : 'device_unfit');
      return void this.api.failure(claim, { reason: 'device_not_supported' }, signal).catch(() => undefined);
    }
    // The engine loads while the user types, reads and chooses.
    this.#captures.prepare();
    // Else the first answer shows whether the session still goes on.
    if (!this.#state.isOver && !this.#state.question) this.#show({}, 'joined');
    if (this.#state.reported) this.#show({}, 'given_up');
    void watchSession(this.api, claim, {
      signal,
      onSession: (session) => this.#onSession(session),
      onRefused: () => this.#save({ isOver: true }, 'refused'),
      onOffline: (offline) => offline !== this.#state.offline && this.#show({ offline }),
    });
  }

  #onSession(session: AppSession): void {
    if (session.confirmed) this.#confirmed();
    if (!isFinal(session.status)) this.#show({}, 'joined');
    const { reported } = this.#state;
    // A report from before a reload may not have reached the service.
    if (reported && !this.#hasReported && !isFinal(session.status)) void this.giveUp(reported);
    this.#onStatus(session);
  }

  #confirmed(): void {
    const { claim } = this.#state;
    if (claim && !claim.confirmed) this.#save({ claim: { ...claim, confirmed: true } }, 'confirmed');
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
    if (sealed === undefined) return void this.#show({}, 'seal_failed');
    this.#captures.forget();
    const device = isVerify
      ? await this.device.ask(claim, named, async (ids) =>
          confirmWithDevice(claim, await deviceChallenge(claim, sealed), ids, signal),
        )
      : undefined;
    const body = { ...sealed, captured_at, ...(device && { device }) };
    const reply = await this.#repeat(SEND_FOR_MS, () => this.api.callback(claim, body, signal));
    // `watchSession` reports why it failed.
    if (reply?.body) return reply.body.status === 'failed' ? undefined : this.#onStatus(reply.body);
    // A 409 is an end that `watchSession` reports; any other refusal is final.
    if (reply !== undefined && reply.status !== 409) await this.giveUp('capture_failed');
  }

  #onStatus({ status, failure_code: failureCode }: Pick<AppSession, 'status' | 'failure_code'>): void {
    if (status === 'callback_received' || status === 'processing') this.#show({}, 'received');
    if (!isFinal(status) || this.#end.signal.aborted) return;
    this.#captures.forget();
    if (this.#state.claim) this.device.ended(this.#state.claim, status, failureCode);
    this.#save({ isOver: true });
    this.#show({ status, failureCode, offline: false }, 'finished');
    this.#end.abort();
  }

  #repeat<T>(forMs: number, call: () => Promise<AppReply<T>>): Promise<AppReply<T> | undefined> {
    return callWithRetry(call, { signal: this.#end.signal, forMs, onFailure: () => this.#show({ offline: true }) });
  }

  /** For a reload too. */
  #save(more: SavedVisit, event?: ScreenEvent): void {
    if (this.#end.signal.aborted) return;
    this.#saved = { ...this.#saved, ...more };
    saveVisit(tabStorage, this.#saved);
    this.#show(this.#saved);
    if (event) this.#show({}, event);
  }

  /** Returns false if the event changes nothing on this screen. */
  #show(more: Partial<VisitState>, event?: ScreenEvent): boolean {
    if (this.#end.signal.aborted) return false;
    const move = event && moveFor(event, this.#state.screen);
    if (event && move === undefined) return false;
    const state = { ...this.#state, ...more, ...this.#captures.shown };
    this.#state = { ...state, screen: move === 'next' ? nextStep(state) : (move ?? state.screen) };
    this.#onChange(this.#state);
    return true;
  }
}

/** The first step that the user has not done yet. */
function nextStep({ claim, consented, finger }: VisitState): ScreenName {
  if (!claim?.confirmed) return 'number';
  if (!consented) return 'consent';
  return finger === undefined ? 'finger' : 'capture';
}
