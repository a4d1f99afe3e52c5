import { Agent, request } from 'undici';
import type { Acting } from '../src/operator/row/action.ts';
import { makeConsoleLink } from '../src/operator/changes/console-link.ts';
import { auditEntriesBy } from '../src/operator/row/operator.ts';
import { callPath, type Role } from '../src/operator/wire/wire.ts';
import type { TestAnswer, TestService } from './running-service.ts';

export const CONSOLE = { host: '127.0.0.1', port: 0, url: 'https://console.test', provider: undefined };

interface Sent {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Record<string, string | undefined>;
  readonly body?: unknown;
}

/** `of` is a merchant, with the role `merchant`. */
export async function consoleLink(service: TestService, role: Role, url = CONSOLE.url, of?: string): Promise<string> {
  const now = (): number => service.clock.now();
  const entry: Acting['entry'] = (...about) => auditEntriesBy('operator:ada', now)('console.link', ...about);
  const link = { url, role, name: of ?? 'ada', merchantId: of ?? null };
  return (await makeConsoleLink({ store: service.service.store, now, entry }, link)).url;
}

/** An operator's browser: its cookie and its CSRF proof. */
export class ConsoleSide {
  readonly service: TestService;
  readonly #agent: Agent;
  cookie = '';
  proof = '';

  constructor(service: TestService) {
    this.service = service;
    // The name does not resolve: the connection goes to this machine.
    this.#agent = new Agent({ connect: { timeout: 60_000, ca: service.ca, checkServerIdentity: () => undefined } });
    service.closes(this.#agent);
  }

  static async signedIn(service: TestService, role: Role, of?: string): Promise<ConsoleSide> {
    const side = new ConsoleSide(service);
    await side.login(await side.link(role, of));
    return side;
  }

  /** The secret of a new link. */
  async link(role: Role, of?: string): Promise<string> {
    const url = await consoleLink(this.service, role, CONSOLE.url, of);
    return url.slice(url.indexOf('=') + 1);
  }

  async login(token: string): Promise<TestAnswer> {
    const answer = await this.post('/api/login', { token });
    if (answer.status === 200) {
      this.cookie = String(answer.headers['set-cookie']).split(';', 1)[0]!;
      this.proof = answer.json.proof as string;
    }
    return answer;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<TestAnswer> {
    return this.send(path, { headers });
  }

  /** Sends the headers of the console's page. */
  post(path: string, body: unknown = {}, headers: Record<string, string | undefined> = {}): Promise<TestAnswer> {
    return this.send(path, { method: 'POST', body, headers: { origin: CONSOLE.url, ...headers } });
  }

  /** An operator action or another call of the page. */
  call(name: string, params: unknown = {}, headers: Record<string, string | undefined> = {}): Promise<TestAnswer> {
    return this.post(callPath(name), params, headers);
  }

  async send(path: string, { method = 'GET', headers = {}, body }: Sent): Promise<TestAnswer> {
    const all = {
      host: new URL(CONSOLE.url).host,
      ...(this.cookie !== '' && { cookie: this.cookie }),
      ...(body !== undefined && { 'content-type': 'application/json', 'authly-console': this.proof }),
      ...headers,
    };
    const answer = await request(`https://127.0.0.1:${this.service.service.ports.console}${path}`, {
      dispatcher: this.#agent,
      method,
      headers: Object.fromEntries(
        Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ),
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text,
      get json() {
        return JSON.parse(text) as unknown;
      },
    };
  }
}
