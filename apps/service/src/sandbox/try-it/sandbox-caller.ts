import { operationPath } from '@authly/contract/wire/operation-path';
import { FORM_BODY, JSON_BODY, OPERATIONS, type OperationName } from '@authly/contract/operation-table';
import type { Agent } from 'undici';
import { attempted } from '../../runtime/attempted.ts';
import { orRefuse } from '../../http/api-error.ts';

/** Allows calls from a page of the docs that sends the key. The credentials never leave this process. */
export interface TryIt {
  /** Random, new at each start of the sandbox. */
  readonly key: string;
  readonly credentials: () => { readonly merchantId: string; readonly clientId: string; readonly clientSecret: string };
  /** The CA of the sandbox's own certificate. */
  readonly ca: string;
}

export interface TriedRequest {
  readonly operation: OperationName;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The text of a JSON object. */
  readonly body?: string | undefined;
}

export interface Tried {
  readonly request: Message & { readonly line: string };
  readonly answer: Message & { readonly status: number; readonly ms: number };
}

interface Message {
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

interface Outgoing {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const HIDDEN = '••••••••';
const SHOWN_HEADERS = ['content-type', 'x-request-id', 'retry-after'];

/** Calls this service over TLS as the demo merchant's backend would. Secrets and access tokens are hidden in the result. */
export class SandboxCaller {
  readonly #tryIt: TryIt;
  /** The first call loads the library. */
  #agent: Agent | undefined;
  #token: string | undefined;

  constructor(tryIt: TryIt) {
    this.#tryIt = tryIt;
  }

  async close(): Promise<void> {
    await this.#agent?.close();
  }

  async call(tried: TriedRequest, origin: string): Promise<Tried> {
    const { operation } = tried;
    if (operation === 'issueToken') return this.#issueToken(origin);
    const needsToken = OPERATIONS[operation].caller === 'access token';
    const send = (): Promise<Tried> => this.#send(operation, this.#outgoing(tried, needsToken), origin);
    if (!needsToken) return send();
    if (this.#token === undefined) await this.#issueToken(origin);
    const seen = await send();
    if (seen.answer.status !== 401) return seen;
    // The token has expired, perhaps because the sandbox's clock was moved.
    await this.#issueToken(origin);
    return send();
  }

  async #issueToken(origin: string): Promise<Tried> {
    const { clientId, clientSecret } = this.#tryIt.credentials();
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    });
    const headers = { 'Content-Type': FORM_BODY };
    const outgoing = { path: operationPath('issueToken'), headers, body: form.toString() };
    const seen = await this.#send('issueToken', outgoing, origin);
    const { access_token: token } = JSON.parse(seen.answer.body) as { access_token?: string };
    this.#token = token;
    const hide = (text: string): string =>
      token === undefined ? text : text.replaceAll(token, `${token.slice(0, 12)}${HIDDEN}`);
    return {
      request: { ...seen.request, body: seen.request.body.replace(/client_secret=[^&]*/, `client_secret=${HIDDEN}`) },
      answer: { ...seen.answer, body: hide(seen.answer.body) },
    };
  }

  #outgoing({ operation, parameters, query, body }: TriedRequest, needsToken: boolean): Outgoing {
    const path = orRefuse('session_id is missing.', () => operationPath(operation, parameters));
    const search = new URLSearchParams(query).toString();
    return {
      path: path + (search === '' ? '' : `?${search}`),
      headers: {
        ...(needsToken && { Authorization: `Bearer ${this.#token ?? ''}` }),
        ...(body !== undefined && { 'Content-Type': JSON_BODY }),
      },
      body: body === undefined ? undefined : this.#withMerchant(body),
    };
  }

  /** Adds the demo merchant's id if it is missing. A body that is not a JSON object stays as it is, so that the API refuses it. */
  #withMerchant(body: string): string {
    const fields = attempted((): unknown => JSON.parse(body));
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return body;
    return JSON.stringify({ merchant_id: this.#tryIt.credentials().merchantId, ...fields }, null, 2);
  }

  async #send(operation: OperationName, { path, headers, body }: Outgoing, origin: string): Promise<Tried> {
    const { method } = OPERATIONS[operation];
    const { Agent, request } = await import('undici');
    this.#agent ??= new Agent({ connect: { ca: this.#tryIt.ca, servername: 'localhost' } });
    const began = performance.now();
    const answer = await request(origin + path, {
      dispatcher: this.#agent,
      method,
      headers,
      body: body ?? null,
    });
    const text = await answer.body.text();
    return {
      request: {
        line: `${method} ${path}`,
        headers: Object.entries(headers).map(([name, value]) => [
          name,
          name === 'Authorization' ? `Bearer ${HIDDEN}` : value,
        ]),
        body: body ?? '',
      },
      answer: {
        status: answer.statusCode,
        headers: SHOWN_HEADERS.flatMap((name) =>
          answer.headers[name] === undefined ? [] : [[name, String(answer.headers[name])] as const],
        ),
        body: text,
        ms: Math.round(performance.now() - began),
      },
    };
  }
}
