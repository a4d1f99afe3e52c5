import { setTimeout as pause } from 'node:timers/promises';
import type { Deployment } from './deployment.ts';
import type { Acknowledged, Ledger } from './ledger.ts';
import { create, parsed, result } from './merchant.ts';
import type { Answer } from './service.ts';

const BACK_WITHIN_MS = 60_000;
const AT_ONCE = 16;

export async function timeToServe(deployment: Deployment, token: string): Promise<number> {
  const began = performance.now();
  for (const service of deployment.services)
    await untilAnswered(`${deployment.name} to serve again`, () => create(service, deployment, token), 201);
  return performance.now() - began;
}

export async function lookAgain(entries: readonly Acknowledged[], token: string, ledger: Ledger): Promise<void> {
  const left = [...entries];
  const look = async (): Promise<void> => {
    for (let entry = left.pop(); entry !== undefined; entry = left.pop()) await lookAt(entry, token, ledger);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, look));
}

async function lookAt(entry: Acknowledged, token: string, ledger: Ledger): Promise<void> {
  const { deployment, sessionId, key, created, end } = entry;
  const service = deployment.services[sessionId.charCodeAt(sessionId.length - 1) % deployment.services.length]!;
  const read = await untilAnswered('a result', () => result(service, token, entry));
  if (read.status !== 200) {
    ledger.lost('session', `${deployment.name} ${sessionId}: ${read.status}`);
    return;
  }
  const { status } = parsed<{ status: string }>(read);
  if (end !== undefined && status !== end)
    ledger.lost(end === 'canceled' ? 'cancel' : 'outcome', `${deployment.name} ${sessionId}: ${status}`);
  const again = await untilAnswered('a replay', () => create(service, deployment, token, key));
  if (again.status !== 201 || again.text !== created) ledger.lost('key', `${deployment.name} ${key}: ${again.status}`);
}

/** Retries on 429, 5xx and no answer. With `status`, retries until that status. */
async function untilAnswered(what: string, ask: () => Promise<Answer | undefined>, status?: number): Promise<Answer> {
  const until = performance.now() + BACK_WITHIN_MS;
  for (;;) {
    const answer = await ask();
    const isIt =
      status === undefined ? answer && answer.status < 500 && answer.status !== 429 : answer?.status === status;
    if (answer !== undefined && isIt) return answer;
    if (performance.now() > until)
      throw new Error(`waited for ${what}; the last answer was ${answer?.status ?? 'none'}`);
    await pause(100);
  }
}
