import { setTimeout as pause } from 'node:timers/promises';
import { isTemporary, WAIT_S, type AppApi, type AppReply } from '@authly/app-client/app-api.ts';
import { backoff } from '@authly/app-client/time/backoff.ts';
import type { ClaimResponse } from '@authly/contract/operations/claim-session';
import { LIMITS } from '@authly/contract/wire/limits';
import type { AppFailureReason } from '@authly/contract/wire/failure-codes';
import { isFinal, type SessionStatus } from '@authly/contract/wire/states';
import { type Person, UsageError } from './person.ts';
import { Stop } from './stop.ts';

export interface Caller {
  readonly api: AppApi;
  /** Shown to the person before any text of the service. */
  readonly service: string;
  readonly person: Person;
  readonly linkToken: string;
  readonly signal: AbortSignal;
}

/** A link is valid for half a minute. */
const JOIN_TRIES = 4;

const reasonIn = (error: unknown): string => {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code ?? (error as Error).message;
};

export async function join({ api, service, linkToken, person, signal }: Caller): Promise<ClaimResponse> {
  person.tell(`Service: ${service}`);
  const request = { link_token: linkToken, app_nonce: crypto.randomUUID() };
  const reply = await untilAnswered(() => api.claim(request, signal), signal, JOIN_TRIES).catch((error: unknown) => {
    throw new UsageError(`The service cannot be reached: ${reasonIn(error)}.`);
  });
  if (reply.code === 'session_already_claimed') throw new UsageError('Another app has joined already.');
  if (reply.body === undefined)
    throw new UsageError('This link does not work any more: it lasts for half a minute. Take a new one.');
  person.tell(
    `${reply.body.merchant_name} asks ${reply.body.mode === 'enroll' ? 'to add a finger' : 'to confirm with a finger'}.`,
  );
  if (reply.body.display_text !== undefined) person.tell(quoted(reply.body.display_text));
  return reply.body;
}

/** The merchant's text, with each line marked so that it cannot pass for ours. */
const quoted = (text: string): string =>
  text
    .replaceAll(/(?!\n)\p{C}/gu, '')
    .split('\n')
    .map((line) => `  | ${line}`)
    .join('\n');

export async function confirmed(claim: ClaimResponse, { api, person, signal }: Caller): Promise<void> {
  if (claim.confirmed) return;
  for (let wrong = 0; wrong < LIMITS.wrongNumbers; ) {
    const number = await person.ask('Type the number that the other screen shows: ');
    if (!/^\d\d$/.test(number)) continue;
    // Never repeated without asking: each wrong number counts.
    const reply = await api.confirm(claim, { number }, signal).catch(() => undefined);
    if (reply?.body) return;
    signal.throwIfAborted();
    if (reply === undefined || isTemporary(reply)) {
      person.tell('The service did not answer. Try again.');
      continue;
    }
    if (reply.code !== 'number_mismatch') throw new Stop('user_declined', 'ended');
    wrong++;
    person.tell('That is not the number on the other screen. A second wrong number ends the session.');
  }
  throw new Stop('user_declined', 'wrong_number');
}

export async function watch(claim: ClaimResponse, api: AppApi, signal: AbortSignal, onEnd: () => void): Promise<void> {
  while (!signal.aborted) {
    const reply = await untilAnswered(() => api.session(claim, WAIT_S, signal), signal).catch(() => undefined);
    if (reply === undefined) return;
    const status = reply.body?.status ?? 'failed';
    if (!isFinal(status)) continue;
    return status === 'succeeded' ? undefined : onEnd();
  }
}

export async function giveUp(
  claim: ClaimResponse,
  api: AppApi,
  reason: AppFailureReason | undefined,
): Promise<SessionStatus> {
  const brief = AbortSignal.timeout(10_000);
  const told = reason && (await api.failure(claim, { reason }, brief).catch(() => undefined));
  const now = told?.body ?? (await api.session(claim, 0, brief).catch(() => undefined))?.body;
  return now?.status ?? 'failed';
}

const BACKOFF = { firstMs: 400, maxMs: 5000 };
const TRIES = 8;

export async function untilAnswered<T>(
  call: () => Promise<AppReply<T>>,
  signal: AbortSignal,
  most = TRIES,
): Promise<AppReply<T>> {
  for (let tries = 1; ; tries++) {
    const reply = await call().catch((error: unknown) => {
      if (signal.aborted || tries >= most) throw error;
      return undefined;
    });
    if (reply !== undefined && (!isTemporary(reply) || tries >= most)) return reply;
    await pause(backoff(tries, BACKOFF), undefined, { signal });
  }
}
