import { CAPTURES } from '@authly/app-client/captures.ts';
import { seal } from '@authly/app-client/seal.ts';
import type { ClaimResponse } from '@authly/contract/operations/claim-session';
import { FINGERS, type Finger } from '@authly/contract/wire/fingers';
import type { SessionStatus } from '@authly/contract/wire/states';
import { encodeTemplate } from '@authly/fingerprint';
import type { FingerReader } from '../libfprint/usb-reader.ts';
import { confirmed, giveUp, join, untilAnswered, watch, type Caller } from './session-calls.ts';
import { reasonOf, Stop, wordOf } from './stop.ts';
import { takeCaptures } from './take-captures.ts';
import { type Person, UsageError } from './person.ts';

const FINGER_NAMES: Readonly<Record<Finger, string>> = {
  LI: 'left index finger',
  LM: 'left middle finger',
  RI: 'right index finger',
  RM: 'right middle finger',
};

export interface SessionOptions extends Caller {
  readonly reader: FingerReader;
  readonly mode: 'enroll' | 'verify';
  readonly agreed: boolean;
  readonly finger: Finger | undefined;
}

export interface SessionEnd {
  readonly session_id: string;
  readonly mode: string;
  readonly status: SessionStatus;
  readonly reason?: string;
}

export async function captureSession(options: SessionOptions): Promise<SessionEnd> {
  const claim = await join(options);
  const { session_id, mode } = claim;
  const ended = new AbortController();
  const signal = AbortSignal.any([options.signal, ended.signal]);
  try {
    await confirmed(claim, options);
    void watch(claim, options.api, signal, () => ended.abort());
    const captured = await capture(claim, { ...options, signal });
    return { session_id, mode, status: await send(claim, captured, options) };
  } catch (error) {
    // Checked first: reporting a failure would end the session for that reason.
    if (ended.signal.aborted) return { session_id, mode, status: await giveUp(claim, options.api, undefined) };
    const why = options.signal.aborted ? new Stop('user_declined', 'stopped') : error;
    const status = await giveUp(claim, options.api, reasonOf(why));
    if (why instanceof UsageError) throw why;
    return { session_id, mode, status, reason: wordOf(why) };
  } finally {
    ended.abort();
  }
}

interface Captured {
  readonly finger: Finger;
  readonly template: Uint8Array<ArrayBuffer>;
}

async function capture(claim: ClaimResponse, options: SessionOptions): Promise<Captured> {
  const { mode, person, reader, signal } = options;
  if (claim.type !== 'fingerprint') throw new Stop('device_not_supported', 'other_type');
  if (claim.device?.mode === 'required') throw new Stop('device_not_supported', 'passkey_required');
  if (claim.mode !== mode) throw new Stop('user_declined', `link_of_${claim.mode}`);
  if (!options.agreed && !(await agrees(claim, person))) throw new Stop('user_declined', 'declined');
  const finger = claim.finger ?? options.finger ?? (await chooseFinger(person));
  person.tell(FINGER_NAMES[finger]);
  const views = await takeCaptures({ reader, person, count: CAPTURES[mode], signal });
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
  { finger, template }: Captured,
  { api, person, signal }: SessionOptions,
): Promise<SessionStatus> {
  const sealed = await seal(template, finger, claim.seal).finally(() => template.fill(0));
  person.tell('One moment …');
  const body = { ...sealed, captured_at: new Date(api.clock.now()).toISOString() };
  const reply = await untilAnswered(() => api.callback(claim, body, signal), signal);
  if (reply.body === undefined) throw new Stop('capture_failed', reply.code ?? 'refused');
  return reply.body.status;
}
