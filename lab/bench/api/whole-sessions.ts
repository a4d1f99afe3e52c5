import type { ClaimResponse } from '@authly/contract/operations/claim-session';
import type { HostedSession } from '@authly/contract/operations/hosted-session';
import { captured, sealedFor, type Capture } from '../../../apps/service/test/app-side.ts';
import { encodeTemplate, extract, synthesize } from '../../../packages/fingerprint/src/index.ts';
import { successOf, type Call, type Caller } from '../../fixture/call.ts';
import type { Client } from '../../fixture/merchants.ts';
import { atOnce } from '../../fixture/fixture.ts';
import { claim, fromApp, fromPage, newSession, result, tokenOf } from '../../fixture/session-calls.ts';
import { median, percentile, say, type StoreKind, type Table } from '../bench.ts';
import { rssOf } from '../fixture.ts';
import { processMs } from '../processor-time.ts';
import type { Target } from './calls.ts';

const AT_ONCE = 16;
const WARM_UP = 60;
const FINGER = 7;
/** Sessions one after another, for the time that a person waits. */
const ALONE = 60;
/** Of one session: creation, page, link, claim, page, number, capture and result. */
const CALLS = 8;
const TOUCH = synthesize({ finger: FINGER, impression: 4 });

type Mode = 'enrollment' | 'verification';

export const captureOf = (...impressions: number[]): Capture =>
  captured(encodeTemplate(impressions.map((impression) => extract(synthesize({ finger: FINGER, impression })))));

interface Bare {
  readonly target: Target;
  /** Of the bare route that creates. */
  readonly callMs: number;
}

/** What whole sessions cost, from creation to result, with what the same work costs without the service. */
export async function wholeSessions(
  store: StoreKind,
  target: Target,
  { bare, count }: { readonly bare: Bare; readonly count: number },
): Promise<Table['rows']> {
  const { server, load, client } = target;
  const token = await tokenOf(load, client);
  const rows = [];
  for (const mode of ['enrollment', 'verification'] as const) {
    const capture = mode === 'enrollment' ? captureOf(0, 1, 2) : captureOf(3);
    const session = (user: number, touch?: () => void): Promise<void> =>
      wholeSession(target, { token, mode, user: `user-${user}`, capture, touch });
    await atOnce(AT_ONCE, WARM_UP, session);
    const before = { all: server.cpuMs(), service: processMs(server.pid) };
    await atOnce(AT_ONCE, count, (user) => session(WARM_UP + user));
    const all = (server.cpuMs() - before.all) / count;
    const service = (processMs(server.pid) - before.service) / count;
    const { waits, readings } = await waitsOf(session);
    say(`${store}: ${mode} ${service.toFixed(1)} ms`);
    rows.push({
      store,
      session: mode,
      'a second and core': Math.round(1000 / all),
      'CPU ms': service,
      'CPU ms of Postgres': all - service,
      'bare calls ms': CALLS * bare.callMs,
      'wait p50 ms': median(waits),
      'wait p95 ms': percentile(waits, 0.95),
      'reading ms': median(readings),
      'memory MB': (await rssOf(server)) / 2 ** 20,
      'bare MB': (await rssOf(bare.target.server)) / 2 ** 20,
    });
  }
  return rows;
}

/** Milliseconds from a capture to the result, nothing else running, and those of reading the capture. */
async function waitsOf(session: (user: number, touch: () => void) => Promise<void>) {
  const [waits, readings]: [number[], number[]] = [[], []];
  for (let user = 0; user < ALONE; user++) {
    let touched = 0;
    await session(user, () => {
      touched = performance.now();
      extract(TOUCH);
      readings.push(performance.now() - touched);
    });
    waits.push(performance.now() - touched);
  }
  return { waits, readings };
}

interface Users {
  readonly load: Caller;
  readonly client: Client;
}

interface WholeSession {
  readonly token: string;
  readonly mode: Mode;
  readonly user: string;
  readonly capture: Capture;
  readonly touch?: (() => void) | undefined;
}

/** One user with browser and app, and the merchant's backend. */
export async function wholeSession({ load, client }: Users, { token, mode, user, capture, touch }: WholeSession) {
  const call = <T>(each: Call): Promise<T> => successOf<T>(load.call(each));
  const more = mode === 'verification' ? { payload: { finger: capture.plain.finger } } : {};
  const session = await newSession(load, client, token, { mode, user, more });
  await call(fromPage(session, 'hostedOpened'));
  const link = await call<{ app_url: string }>(fromPage(session, 'hostedLink'));
  const { app_token: app, seal } = await call<ClaimResponse>(claim(link));
  const { match_code: number } = await call<HostedSession>(fromPage(session, 'hostedSession'));
  await call(fromApp(session, 'appConfirm', app, { number }));
  touch?.();
  await call(fromApp(session, 'appCallback', app, await sealedFor(seal, capture)));
  const ended = await call<{ result: { enrolled?: boolean; matched?: boolean } | null }>(result(token, session));
  // A failed session is cheaper, so it ends the run.
  if (!(ended.result?.enrolled ?? ended.result?.matched)) throw new Error(`${mode} ended as ${JSON.stringify(ended)}`);
}
