import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { isFinal } from '@authly/contract/states';
import { parseMasterKey } from '../../apps/service/src/config/master-key.ts';
import type { Store } from '../../apps/service/src/storage/store.ts';
import { newWebhookSecret } from '../../apps/service/src/webhooks/secret.ts';
import { verifyWebhook } from '../../packages/merchant/src/index.ts';
import type { Deployment } from './deployment.ts';
import { listenTls, type Certificates } from './fixture.ts';
import { cancel, create, freshToken, fromPage, sessionOf } from './merchant.ts';

const WORKERS = 4;
/** Longer than the first retries and the lease of a killed process. */
const DELIVERED_WITHIN_MS = 180_000;
const REFUSED_ONE_IN = 20;

/** Ends sessions while processes are killed. Each end must reach the merchant, after its commit. */
export async function webhookRound(
  deployment: Deployment,
  tls: Certificates,
  { finals, kills }: { finals: number; kills: number },
) {
  const began = performance.now();
  return deployment.withStore(async (store) => {
    const { merchantId } = deployment.client;
    const owner = { environment: 'test' as const, master: parseMasterKey(deployment.masterKey)!, merchantId };
    const { text, secret } = newWebhookSecret(owner, Date.now());
    const receiver = receiverOf(store, text);
    using server = await listenTls(tls, (request, response) => void receiver.answer(request, response));
    const url = `${server.origin}/hook`;
    await store.webhooks.add({ merchantId, url, caPem: tls.ca, secrets: [secret], createdAt: Date.now() });
    const ended = await endSessions(deployment, finals, kills);
    const missing = (): number => [...ended].filter((id) => !receiver.heard.has(id)).length;
    const until = performance.now() + DELIVERED_WITHIN_MS;
    while (missing() > 0 && performance.now() < until) await pause(200);
    const seconds = Math.round((performance.now() - began) / 1000);
    const { requests, early, forged } = receiver.counts;
    // Lost: never delivered. Early: delivered before the store had the end.
    return { store: deployment.name, finals: ended.size, kills, requests, lost: missing(), early, forged, seconds };
  });
}

async function endSessions(deployment: Deployment, finals: number, kills: number): Promise<Set<string>> {
  const token = await freshToken(deployment);
  const ended = new Set<string>();
  const work = async (): Promise<void> => {
    while (ended.size < finals) {
      const service = deployment.services[Math.floor(Math.random() * deployment.services.length)]!;
      const key = randomUUID();
      const created = await create(service, deployment, token, key);
      if (created?.status !== 201) {
        await pause(20);
        continue;
      }
      const session = sessionOf(key, created);
      await fromPage(service, session, 'hostedOpened');
      const canceled = await cancel(service, deployment, token, session);
      // A cancel without an answer does not count: its session may expire.
      if (canceled?.status === 200) ended.add(session.sessionId);
    }
  };
  const kill = async (): Promise<void> => {
    for (let n = 0; n < kills; n++) {
      while (ended.size < ((n + 1) * finals) / (kills + 1)) await pause(5);
      const service = deployment.services[n % deployment.services.length]!;
      await service.end('SIGKILL');
      await service.start();
    }
  };
  await Promise.all([kill(), ...Array.from({ length: WORKERS }, work)]);
  return ended;
}

function receiverOf(store: Store, secret: string) {
  const heard = new Set<string>();
  const counts = { requests: 0, early: 0, forged: 0 };
  const take = async (sessionId: string): Promise<number> => {
    const session = await store.sessions.find(sessionId);
    if (session === undefined || !isFinal(session.status)) counts.early++;
    if (counts.requests % REFUSED_ONE_IN === 0) return 503;
    heard.add(sessionId);
    return 200;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    counts.requests++;
    const headers = request.headers as Record<string, string>;
    const event = await verifyWebhook(await buffer(request), headers, { secret }).catch(() => undefined);
    const isFinalEvent = event?.type === 'session.final';
    if (!isFinalEvent) counts.forged++;
    response.writeHead(isFinalEvent ? await take(event.data.session_id) : 400).end();
  };
  return { heard, counts, answer };
}
