import { parsed, type Answer } from '../fixture/call.ts';
import type { Deployment } from '../fixture/deployment.ts';
import { atOnce } from '../fixture/fixture.ts';
import { create, result } from '../fixture/session-calls.ts';
import { until } from '../fixture/waiting.ts';
import type { Acknowledged, Ledger } from './ledger.ts';

const AT_ONCE = 16;

export async function timeToServe({ name, services, client }: Deployment, token: string): Promise<number> {
  const began = performance.now();
  for (const service of services)
    await untilAnswered(`${name} to serve again`, () => service.call(create(client, token)), 201);
  return performance.now() - began;
}

export async function lookAgain(entries: readonly Acknowledged[], token: string, ledger: Ledger): Promise<void> {
  await atOnce(AT_ONCE, entries.length, (i) => lookAt(entries[i]!, token, ledger));
}

async function lookAt(entry: Acknowledged, token: string, ledger: Ledger): Promise<void> {
  const { deployment, sessionId, user: key, created, end } = entry;
  const service = deployment.services[sessionId.charCodeAt(sessionId.length - 1) % deployment.services.length]!;
  const read = await untilAnswered('a result', () => service.call(result(token, entry)));
  if (read.status !== 200) {
    ledger.lost('session', `${deployment.name} ${sessionId}: ${read.status}`);
    return;
  }
  const { status } = parsed<{ status: string }>(read);
  if (end !== undefined && status !== end)
    ledger.lost(end === 'canceled' ? 'cancel' : 'outcome', `${deployment.name} ${sessionId}: ${status}`);
  const again = await untilAnswered('a replay', () => service.call(create(deployment.client, token, { key })));
  if (again.status !== 201 || again.text !== created) ledger.lost('key', `${deployment.name} ${key}: ${again.status}`);
}

/** Retries on 429, 5xx and no answer. With `status`, retries until that status. */
const untilAnswered = (what: string, ask: () => Promise<Answer | undefined>, wanted?: number): Promise<Answer> =>
  until(what, async () => {
    const answer = await ask();
    const { status = 503 } = answer ?? {};
    return (wanted === undefined ? status < 500 && status !== 429 : status === wanted) ? answer : undefined;
  });
