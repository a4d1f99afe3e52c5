import { operationPath } from '@authly/contract/wire/operation-path';
import { FORM_BODY, JSON_BODY, OPERATIONS } from '@authly/contract/operations';
import { Agent, request } from 'undici';
import { MERCHANT_ID, type Server } from '../fixture.ts';

export interface OpenPage {
  readonly sessionId: string;
  readonly token: string;
}

const CONNECTIONS = 16;

/** The calls of a merchant's backend and of the hosted page. */
export class HostedCalls {
  readonly #agent: Agent;

  constructor(ca: string, cleanup: AsyncDisposableStack) {
    this.#agent = new Agent({ connections: CONNECTIONS, allowH2: false, connect: { ca } });
    cleanup.defer(() => this.#agent.destroy());
  }

  /** Sessions whose page has been opened. */
  async createOpened(server: Server, count: number): Promise<OpenPage[]> {
    const { id, secret } = server.clients[0]!;
    const form = `grant_type=client_credentials&client_id=${id}&client_secret=${secret}`;
    const { access_token } = await this.#post(server, 'issueToken', { 'content-type': FORM_BODY }, form);
    const headers = { 'content-type': JSON_BODY, authorization: `Bearer ${access_token}` };
    const pages: OpenPage[] = [];
    let next = 0;
    const some = async (): Promise<void> => {
      for (let i = next++; i < count; i = next++) {
        const body = JSON.stringify({ merchant_id: MERCHANT_ID, merchant_user_ref: `user-${i}` });
        const { session_id, popup_url } = await this.#post(server, 'createEnrollmentSession', headers, body);
        const page = { sessionId: session_id!, token: popup_url!.split('#token=')[1]! };
        await this.#post(server, 'hostedOpened', { authorization: `Bearer ${page.token}` });
        pages.push(page);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, some));
    return pages;
  }

  async cancel(server: Server, { token }: OpenPage): Promise<void> {
    await this.#post(server, 'hostedCancel', { authorization: `Bearer ${token}` });
  }

  async #post(
    { origin }: Server,
    operation: 'issueToken' | 'createEnrollmentSession' | 'hostedOpened' | 'hostedCancel',
    headers: Record<string, string>,
    body?: string,
  ): Promise<Record<string, string>> {
    const { method } = OPERATIONS[operation];
    const url = origin + operationPath(operation);
    const answer = await request(url, {
      method,
      dispatcher: this.#agent,
      headers,
      ...(body !== undefined && { body }),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${operation} answered ${answer.statusCode} ${text}`);
    return JSON.parse(text) as Record<string, string>;
  }
}
