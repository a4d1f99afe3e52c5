import { FORM_BODY, JSON_BODY, OPERATIONS, type OperationName } from '@authly/contract/operations';
import { Agent, request } from 'undici';
import type { HostedClient } from './service-process.ts';

export interface OpenPage {
  readonly sessionId: string;
  readonly token: string;
}

/** The calls of a merchant's backend and of the hosted page's script, on connections that are kept. */
export class Calls {
  readonly #agent: Agent;

  constructor(ca: string) {
    this.#agent = new Agent({ connections: 8, allowH2: false, keepAliveTimeout: 60_000, connect: { ca } });
  }

  async create(port: number, { merchantId, clientId, clientSecret }: HostedClient, count: number): Promise<OpenPage[]> {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }).toString();
    const { access_token } = await this.#post(port, 'issueToken', { 'content-type': FORM_BODY }, form);
    const headers = { 'content-type': JSON_BODY, authorization: `Bearer ${access_token}` };
    const pages: OpenPage[] = [];
    for (let i = 0; i < count; i++) {
      const { session_id = '', popup_url = '' } = await this.#post(
        port,
        'createEnrollmentSession',
        headers,
        JSON.stringify({ merchant_id: merchantId, merchant_user_ref: `user-${i}` }),
      );
      pages.push({ sessionId: session_id, token: popup_url.split('#token=')[1]! });
    }
    return pages;
  }

  /** The page is open: moves the session from created to opened. */
  async opened(port: number, { token }: OpenPage): Promise<void> {
    await this.#post(port, 'hostedOpened', { authorization: `Bearer ${token}` });
  }

  close(): Promise<void> {
    return this.#agent.close();
  }

  async #post(
    port: number,
    operation: OperationName,
    headers: Record<string, string>,
    body?: string,
  ): Promise<Record<string, string>> {
    const { method, path } = OPERATIONS[operation];
    const answer = await request(`https://localhost:${port}${path}`, {
      method,
      dispatcher: this.#agent,
      headers,
      ...(body !== undefined && { body }),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode} ${text}`);
    return JSON.parse(text) as Record<string, string>;
  }
}
