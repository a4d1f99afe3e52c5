import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { operationPath } from '@authly/contract/operation-path';
import { OPERATIONS } from '@authly/contract/operations';
import { isFinal } from '@authly/contract/states';
import { parseMasterKey } from '../../apps/service/src/config/master-key.ts';
import type { Store } from '../../apps/service/src/storage/store.ts';
import { newWebhookSecret } from '../../apps/service/src/webhooks/secret.ts';
import { verifyWebhook } from '../../packages/merchant/src/index.ts';
import type { Deployment } from './deployment.ts';
import { freshToken } from './fresh-token.ts';
import type { Certificates } from './ground.ts';
import { pause } from './load.ts';
import { cancel, create, parsed } from './merchant-calls.ts';

const WORKERS = 4;
/** What a killed process had begun is tried again a minute later, and what was refused after 5 s and 30 s. */
const DELIVERED_WITHIN_MS = 180_000;
/** One answer in so many is a 503, so that retries take part. */
const REFUSED_ONE_IN = 20;

export interface WebhookFigures {
  readonly store: Deployment['name'];
  readonly finals: number;
  readonly kills: number;
  readonly requests: number;
  /** Ended, and never heard of. */
  lost: number;
  /** Heard of before the store said that it had ended. */
  early: number;
  forged: number;
  seconds: number;
}

/** Sessions are ended by processes that are killed meanwhile: each end must come to the merchant, and none before it is committed. */
export async function webhookRound(
  deployment: Deployment,
  tls: Certificates,
  { finals, kills }: { finals: number; kills: number },
): Promise<WebhookFigures> {
  const began = performance.now();
  return deployment.withStore(async (store) => {
    const receiver = await Receiver.start(store, deployment, tls);
    try {
      const ended = await endSessions(deployment, finals, kills);
      const isHeard = (): boolean => [...ended].every((id) => receiver.heard.has(id));
      const until = performance.now() + DELIVERED_WITHIN_MS;
      while (!isHeard() && performance.now() < until) await pause(200);
      return {
        store: deployment.name,
        finals: ended.size,
        kills,
        requests: receiver.requests,
        lost: [...ended].filter((id) => !receiver.heard.has(id)).length,
        early: receiver.early,
        forged: receiver.forged,
        seconds: Math.round((performance.now() - began) / 1000),
      };
    } finally {
      receiver.close();
    }
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
      const { session_id: sessionId, popup_url: page } = parsed<{ session_id: string; popup_url: string }>(created);
      const { method } = OPERATIONS.hostedOpened;
      await service.call({ method, path: operationPath('hostedOpened'), token: page.split('#token=')[1]! });
      const canceled = await cancel(service, deployment, token, { sessionId, key });
      // One without an answer ends by itself: its merchant hears of it all the same, and is not waited for here.
      if (canceled?.status === 200) ended.add(sessionId);
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

/** The merchant's side: verifies, and asks the store whether what it hears is already so. */
class Receiver {
  readonly heard = new Set<string>();
  requests = 0;
  early = 0;
  forged = 0;
  readonly #server: ReturnType<typeof createServer>;

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server;
  }

  static async start(store: Store, { client, masterKey }: Deployment, tls: Certificates): Promise<Receiver> {
    const server = createServer({ cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) });
    const own = new Receiver(server);
    const { merchantId } = client;
    const owner = { environment: 'test' as const, master: parseMasterKey(masterKey)!, merchantId };
    const { text, secret } = newWebhookSecret(owner, Date.now());
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        void own
          .#take(store, Buffer.concat(chunks), request.headers as Record<string, string>, text)
          .then((status) => response.writeHead(status).end());
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    await store.webhooks.add({ merchantId, url, caPem: tls.ca, secrets: [secret], createdAt: Date.now() });
    return own;
  }

  async #take(store: Store, body: Buffer, headers: Record<string, string>, secret: string): Promise<number> {
    this.requests++;
    const event = await verifyWebhook(body, headers, { secret }).catch(() => undefined);
    if (event?.type !== 'session.final') {
      this.forged++;
      return 400;
    }
    const session = await store.sessions.find(event.data.session_id);
    if (session === undefined || !isFinal(session.status)) this.early++;
    if (this.requests % REFUSED_ONE_IN === 0) return 503;
    this.heard.add(event.data.session_id);
    return 200;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
