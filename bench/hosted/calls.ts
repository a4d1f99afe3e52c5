import { FORM_BODY, JSON_BODY, OPERATIONS, type OperationName } from '@authly/contract/operations';
import { Agent, request } from 'undici';
import type { HostedClient } from './service-process.ts';
import type { OpenPage } from './streams.ts';

const CONNECTIONS = 16;

/** The calls of a merchant's backend and of the hosted page's script, on connections that are kept. */
export class Calls {
  readonly #agent: Agent;

  constructor(ca: string) {
    this.#agent = new Agent({ connections: CONNECTIONS, allowH2: false, keepAliveTimeout: 60_000, connect: { ca } });
  }

  async create(port: number, { merchantId, clientId, clientSecret }: HostedClient, count: number): Promise<OpenPage[]> {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }).toString();
    const { access_token } = await this.#post(port, 'issueToken', { 'content-type': FORM_BODY }, form);
    const headers = { 'content-type': JSON_BODY, authorization: `Bearer ${access_token}` };
    return this.#atOnce(
      Array.from({ length: count }, (_, i) => i),
      async (i) => {
        const { session_id = '', popup_url = '' } = await this.#post(
          port,
          'createEnrollmentSession',
          headers,
          JSON.stringify({ merchant_id: merchantId, merchant_user_ref: `user-${i}` }),
        );
        return { sessionId: session_id, token: popup_url.split('#token=')[1]! };
      },
    );
  }

  /** The page is open: moves the session from created to opened. */
  async opened(port: number, { token }: OpenPage): Promise<void> {
    await this.#post(port, 'hostedOpened', { authorization: `Bearer ${token}` });
  }

  /** The token of a link into the app, as a page on the same device has it. */
  async link(port: number, page: OpenPage): Promise<string> {
    await this.opened(port, page);
    const { app_url = '' } = await this.#call(
      port,
      'hostedLink',
      { authorization: `Bearer ${page.token}` },
      '?via=button',
    );
    return app_url.split('#link=')[1]!;
  }

  /** As fast as they are answered. */
  async openedAll(port: number, pages: readonly OpenPage[]): Promise<void> {
    await this.#atOnce(pages, (page) => this.opened(port, page));
  }

  async canceled(port: number, { token }: OpenPage): Promise<void> {
    await this.#post(port, 'hostedCancel', { authorization: `Bearer ${token}` });
  }

  /** As fast as they are answered. */
  async canceledAll(port: number, pages: readonly OpenPage[]): Promise<void> {
    await this.#atOnce(pages, (page) => this.canceled(port, page));
  }

  close(): Promise<void> {
    return this.#agent.close();
  }

  async #atOnce<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
    const results: R[] = [];
    let next = 0;
    const some = async (): Promise<void> => {
      for (let i = next++; i < all.length; i = next++) results[i] = await work(all[i]!);
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, some));
    return results;
  }

  #post(
    port: number,
    operation: OperationName,
    headers: Record<string, string>,
    body?: string,
  ): Promise<Record<string, string>> {
    return this.#call(port, operation, headers, '', body);
  }

  async #call(
    port: number,
    operation: OperationName,
    headers: Record<string, string>,
    query: string,
    body?: string,
  ): Promise<Record<string, string>> {
    const { method, path } = OPERATIONS[operation];
    const answer = await request(`https://localhost:${port}${path}${query}`, {
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
