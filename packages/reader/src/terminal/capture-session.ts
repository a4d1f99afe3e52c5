import { WAIT_S, type AppApi, type Reply } from '@authly/app-kit/app-api';
import { seal } from '@authly/app-kit/seal';
import { TOUCHES } from '@authly/app-kit/touches';
import type { ClaimResponse } from '@authly/contract/app/claim';
import type { AppFailureReason } from '@authly/contract/failure-codes';
import { FINGERS, type Finger } from '@authly/contract/fingers';
import { isFinal, type SessionStatus } from '@authly/contract/states';
import { encodeTemplate } from '@authly/fingerprint';
import { ReaderError } from '../errors.ts';
import type { FingerReader } from '../libfprint/usb-reader.ts';
import { FINGER_NAMES } from './finger-names.ts';
import type { Person } from './person.ts';
import { takeTouches } from './take-touches.ts';
import { untilAnswered } from './until-answered.ts';
import { UsageError } from './usage-error.ts';

export interface SessionOptions {
  readonly api: AppApi;
  readonly reader: FingerReader;
  readonly person: Person;
  readonly mode: 'enroll' | 'verify';
  readonly linkToken: string;
  /** The person has agreed already. */
  readonly agreed: boolean;
  readonly finger: Finger | undefined;
  /** The person stops. */
  readonly signal: AbortSignal;
}

export interface SessionEnd {
  readonly session_id: string;
  readonly mode: string;
  readonly status: SessionStatus;
  /** Why this terminal gave up, where it did. */
  readonly reason?: string;
}

/** A confirmation that comes between two calls is seen this much later. */
const CONFIRM_WAIT_S = 5;

/** A whole capture: join, agree, touch, seal, send. What the app page does, without a page. */
export async function captureSession(options: SessionOptions): Promise<SessionEnd> {
  const claim = await join(options);
  const ended = new AbortController();
  const signal = AbortSignal.any([options.signal, ended.signal]);
  try {
    await confirmed(claim, options);
    void watch(claim, options.api, signal, () => ended.abort());
    return await send(claim, await capture(claim, { ...options, signal }), options);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    // Looked at before the service hears of it: then it ends because of that.
    const endedByItself = ended.signal.aborted;
    const status = await giveUp(claim, options.api, endedByItself ? undefined : reasonOf(error));
    return { ...endOf(claim, status), ...(!endedByItself && { reason: codeOf(error) }) };
  } finally {
    ended.abort();
  }
}

/** Why a capture ends before anything was sent. */
class Stop extends Error {
  readonly reason: AppFailureReason;
  constructor(reason: AppFailureReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

async function join({ api, linkToken, person, signal }: SessionOptions): Promise<ClaimResponse> {
  const request = { link_token: linkToken, app_nonce: crypto.randomUUID() };
  const reply = await untilAnswered(() => api.claim(request, signal), signal);
  if (reply.code === 'session_already_claimed') throw new UsageError('Another app has joined already.');
  if (reply.body === undefined)
    throw new UsageError('This link does not work any more: it lasts for half a minute. Take a new one.');
  person.tell(
    `${reply.body.merchant_name} asks ${reply.body.mode === 'enroll' ? 'to add a finger' : 'to confirm with a finger'}.`,
  );
  return reply.body;
}

/** Until the person has said on the other screen that the numbers are the same. */
async function confirmed(claim: ClaimResponse, { api, person, signal }: SessionOptions): Promise<void> {
  if (claim.confirmed) return;
  person.tell(`Number to compare: ${claim.match_code}. Confirm it on the other screen.`);
  for (let wait = 0; ; wait = CONFIRM_WAIT_S) {
    const { body } = await untilAnswered(() => api.session(claim, wait, signal), signal);
    if (body === undefined || isFinal(body.status)) throw new Stop('user_declined', 'ended');
    if (body.confirmed) return;
  }
}

async function capture(
  claim: ClaimResponse,
  options: SessionOptions,
): Promise<{ finger: Finger; template: Uint8Array<ArrayBuffer> }> {
  const { mode, person, reader, signal } = options;
  if (claim.type !== 'fingerprint') throw new Stop('device_not_supported', 'other_type');
  if (claim.mode !== mode) throw new Stop('user_declined', `link_of_${claim.mode}`);
  if (!options.agreed && !(await agrees(claim, person))) throw new Stop('user_declined', 'declined');
  const finger = claim.finger ?? options.finger ?? (await chooseFinger(person));
  person.tell(FINGER_NAMES[finger]);
  const views = await takeTouches({ reader, person, count: TOUCHES[mode], signal });
  const template = Uint8Array.from(encodeTemplate([...views]));
  for (const view of views) view.extended?.fill(0);
  return { finger, template };
}

async function agrees({ merchant_name, mode }: ClaimResponse, person: Person): Promise<boolean> {
  person.tell(
    'Measurements of the ridges and a coarse drawing of their lines are sent, encrypted; the picture is not.',
  );
  person.tell(
    mode === 'enroll' ? `They are kept by ${merchant_name}, never by Authly.` : 'They are compared once and not kept.',
  );
  return /^y(?:es)?$/i.test(await person.ask('Agree and continue? (y/N) '));
}

async function chooseFinger(person: Person): Promise<Finger> {
  const names = FINGERS.map((finger) => `${finger} ${FINGER_NAMES[finger]}`).join(', ');
  for (;;) {
    const typed = (await person.ask(`Which finger? ${names}: `)).toUpperCase();
    const finger = FINGERS.find((one) => one === typed);
    if (finger) return finger;
  }
}

async function send(
  claim: ClaimResponse,
  { finger, template }: { finger: Finger; template: Uint8Array<ArrayBuffer> },
  { api, person, signal }: SessionOptions,
): Promise<SessionEnd> {
  const sealed = await seal(template, finger).finally(() => template.fill(0));
  person.tell('One moment …');
  const body = { ...sealed, captured_at: new Date(api.clock.now()).toISOString() };
  const reply = await untilAnswered(() => api.callback(claim, body, signal), signal);
  if (reply.body === undefined) throw new Stop('capture_failed', reply.code ?? 'refused');
  return endOf(claim, reply.body.status);
}

/** Ends a capture that nobody waits for any more: it was canceled on the other screen, or its time is up. */
async function watch(claim: ClaimResponse, api: AppApi, signal: AbortSignal, onEnd: () => void): Promise<void> {
  let reply: Reply<{ status: SessionStatus }> | undefined;
  while (!signal.aborted) {
    reply = await untilAnswered(() => api.session(claim, WAIT_S, signal), signal).catch(() => undefined);
    if (reply === undefined) return;
    if (reply.body === undefined || (isFinal(reply.body.status) && reply.body.status !== 'succeeded')) return onEnd();
  }
}

/** Tells the service why, unless it has ended by itself; answers where it stands. */
async function giveUp(claim: ClaimResponse, api: AppApi, reason: AppFailureReason | undefined): Promise<SessionStatus> {
  const brief = AbortSignal.timeout(10_000);
  const told = reason && (await api.failure(claim, { reason }, brief).catch(() => undefined));
  const now = told?.body ?? (await api.session(claim, 0, brief).catch(() => undefined))?.body;
  return now?.status ?? 'failed';
}

function reasonOf(error: unknown): AppFailureReason {
  if (error instanceof Stop) return error.reason;
  if (!(error instanceof ReaderError)) return 'capture_failed';
  if (error.code === 'canceled') return 'user_declined';
  const isLacking = ['library_missing', 'no_reader', 'no_images', 'no_permission'].includes(error.code);
  return isLacking ? 'device_not_supported' : 'capture_failed';
}

const codeOf = (error: unknown): string =>
  error instanceof ReaderError ? error.code : error instanceof Stop ? error.message : 'unreachable';

const endOf = ({ session_id, mode }: ClaimResponse, status: SessionStatus): SessionEnd => ({
  session_id,
  mode,
  status,
});
