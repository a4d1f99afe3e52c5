import { Agent, fetch } from 'undici';
import { EventStream } from '../../apps/service/test/page-side.ts';
import type { TestClient } from '../../apps/service/test/running-service.ts';
import type { RunningProxy } from './running-proxy.ts';

/** Calls of a merchant and a page through a proxy, from an address of this machine. */
export class ThroughProxy implements AsyncDisposable {
  readonly #origin: string;
  readonly #agent: Agent;

  constructor(proxy: RunningProxy, localAddress = '127.0.0.1') {
    this.#origin = `https://localhost:${proxy.port}`;
    this.#agent = new Agent({ connect: { ca: proxy.ca, family: 4 }, localAddress });
  }

  token({ clientId, clientSecret }: TestClient, headers: Record<string, string> = {}) {
    return fetch(`${this.#origin}/oauth/token`, {
      dispatcher: this.#agent,
      method: 'POST',
      headers,
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }),
    });
  }

  /** Creates a session, opens its page and cancels it. Returns the states that the page received. */
  async statesOfCanceled(client: TestClient): Promise<unknown[]> {
    const { access_token: token } = (await (await this.token(client)).json()) as { access_token: string };
    const body = { merchant_id: client.merchantId, merchant_user_ref: 'user-1' };
    const created = await this.#call('/v1/enrollment-sessions', token, body);
    const page = ((await created.json()) as { popup_url: string }).popup_url.split('#token=')[1]!;
    await this.#call('/hosted/v1/opened', page);
    const events = new EventStream(await this.#call('/hosted/v1/events', page), this.#agent);
    const first = await events.next();
    await this.#call('/hosted/v1/cancel', page);
    return [first, await events.next()].map((event) => event?.['status']);
  }

  #call(path: string, token: string, body?: object) {
    return fetch(this.#origin + path, {
      dispatcher: this.#agent,
      method: path.endsWith('/events') ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#agent.destroy();
  }
}
