import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { startChild } from '../api/child.ts';
import { createRequests, resultRequests } from '../api/requests.ts';
import type { Memory } from '../api/usage.ts';
import { distribution, type Distribution } from '../fingerprint/distribution.ts';
import { MERCHANT_ID, type Stage } from '../refusals/stage.ts';
import type { Target } from './attacks.ts';

export interface Attacked {
  readonly attack: string;
  readonly quietMs: Distribution;
  readonly attackedMs: Distribution;
  readonly before: Memory;
  readonly after: Memory;
}

const BETWEEN_CALLS_MS = 5;
/** After an attack: what it left open is noticed and let go. */
const SETTLE_MS = 3000;

export async function measure(stage: Stage, attack: string, seconds: number): Promise<Attacked> {
  await using cleanup = new AsyncDisposableStack();
  const log = openSync(devNull, 'a');
  cleanup.defer(() => closeSync(log));
  const strangers = startChild(new URL('attacker-process.ts', import.meta.url), log);
  cleanup.defer(() => strangers.stop());
  const { hostedToken } = await stage.session('opened');
  const target: Target = { port: stage.target.port, ca: stage.ca, token: stage.token, hostedToken };
  // The first does not count: the compiler settles.
  await callsFor(stage, Math.min(seconds, 3));
  const before = await stage.target.memory();
  const quietMs = await callsFor(stage, seconds);
  await strangers.ask('begin', { name: attack, target });
  const attackedMs = await callsFor(stage, seconds);
  await strangers.ask('end');
  await pause(SETTLE_MS);
  const after = await stage.target.memory();
  return { attack, quietMs: distribution(quietMs), attackedMs: distribution(attackedMs), before, after };
}

/** A backend's calls, one after the other: a creation and a result in turns. */
async function callsFor(stage: Stage, seconds: number): Promise<number[]> {
  const connection = await stage.connect();
  const create = createRequests(MERCHANT_ID, stage.token);
  const { body } = await connection.send(create());
  const { session_id: id } = JSON.parse(body.toString()) as { session_id: string };
  const result = resultRequests([id], stage.token);
  const times: number[] = [];
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
    const began = performance.now();
    const { status } = await connection.send((times.length % 2 === 0 ? create : result)());
    if (status >= 300) throw new Error(`a call was answered ${status}`);
    times.push(performance.now() - began);
    await pause(BETWEEN_CALLS_MS);
  }
  connection.close();
  return times;
}
