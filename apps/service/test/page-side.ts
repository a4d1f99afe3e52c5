import type { LinkVia } from '@authly/contract/wire/hosted/links';
import { Agent, fetch } from 'undici';
import { AppSide } from './app-side.ts';
import type { MerchantCalls } from './merchant-calls.ts';
import type { TestAnswer, TestService } from './running-service.ts';

/** The script of the hosted page. It has the token in the fragment of `popup_url`. */
export class PageSide {
  readonly service: TestService;
  readonly sessionId: string;
  readonly token: string;
  /** Of its browser, which several pages may share. */
  cookie: string | undefined;

  constructor(service: TestService, created: { session_id: string; popup_url: string }) {
    this.service = service;
    this.sessionId = created.session_id;
    this.token = created.popup_url.split('#token=')[1]!;
  }

  /** A new session whose page is open. */
  static async open(shop: MerchantCalls, more: object = {}, mode: 'enroll' | 'verify' = 'enroll'): Promise<PageSide> {
    const page = await PageSide.created(shop, more, mode);
    await page.opened();
    return page;
  }

  /** A new session whose page is not open yet. */
  static async created(
    shop: MerchantCalls,
    more: object = {},
    mode: 'enroll' | 'verify' = 'enroll',
  ): Promise<PageSide> {
    return new PageSide(shop.service, (await (mode === 'enroll' ? shop.enroll(more) : shop.verify(more))).json);
  }

  async opened(query = ''): Promise<TestAnswer> {
    return this.#keepCookie(await this.#post(`opened${query}`));
  }

  session(): Promise<TestAnswer> {
    return this.service.get('/hosted/v1/session', this.token);
  }

  /** The number that the page shows for the join check. */
  async number(): Promise<string> {
    return (await this.session()).json.match_code as string;
  }

  cancel(): Promise<TestAnswer> {
    return this.#post('cancel');
  }

  async link(query = 'via=qr'): Promise<TestAnswer> {
    return this.#keepCookie(await this.service.request(`/hosted/v1/link?${query}`, { headers: this.#headers }));
  }

  async linkToken(via: LinkVia = 'qr'): Promise<string> {
    return ((await this.link(`via=${via}`)).json.app_url as string).split('#link=')[1]!;
  }

  /** An app that joins from this page: by button in the same browser, by QR from another device. */
  async join(via: LinkVia = 'button'): Promise<AppSide> {
    return AppSide.join(this.service, await this.linkToken(via), via === 'button' ? this.cookie : undefined);
  }

  /** GET /hosted/v1/events by fetch, because an EventSource cannot send a header. */
  async events(query = ''): Promise<EventStream> {
    const agent = new Agent({ connect: { timeout: 60_000, ca: this.service.ca } });
    const answer = await fetch(`${this.service.origin}/hosted/v1/events${query}`, {
      dispatcher: agent,
      headers: this.#headers,
    });
    this.cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? this.cookie;
    return new EventStream(answer, agent);
  }

  #post(what: string): Promise<TestAnswer> {
    return this.service.request(`/hosted/v1/${what}`, {
      method: 'POST',
      headers: this.#headers,
    });
  }

  get #headers(): Record<string, string> {
    return { authorization: `Bearer ${this.token}`, ...(this.cookie !== undefined && { cookie: this.cookie }) };
  }

  #keepCookie(answer: TestAnswer): TestAnswer {
    this.cookie = cookieOf(answer) ?? this.cookie;
    return answer;
  }
}

/** The Cookie header for a Set-Cookie header. */
export const cookieOf = ({ headers }: Pick<TestAnswer, 'headers'>): string | undefined =>
  [headers['set-cookie']].flat()[0]?.split(';')[0];

/** Server-sent events, one by one. */
export class EventStream {
  readonly answer: Awaited<ReturnType<typeof fetch>>;
  readonly #agent: Agent;
  readonly #texts: AsyncIterator<string>;
  #received = '';

  constructor(answer: Awaited<ReturnType<typeof fetch>>, agent: Agent) {
    this.answer = answer;
    this.#agent = agent;
    this.#texts = answer.body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]() as AsyncIterator<string>;
  }

  /** The next block, including comments; undefined at the end of the stream. */
  async block(): Promise<string | undefined> {
    for (;;) {
      const end = this.#received.indexOf('\n\n');
      if (end >= 0) {
        const block = this.#received.slice(0, end);
        this.#received = this.#received.slice(end + 2);
        return block;
      }
      const { value, done } = await this.#texts.next();
      if (done) return undefined;
      this.#received += value;
    }
  }

  /** The data of the next event; undefined at the end of the stream. */
  async next(): Promise<Record<string, unknown> | undefined> {
    const block = await this.block();
    if (block === undefined) return undefined;
    const data = /^event: session\ndata: (.*)$/.exec(block)?.[1];
    if (data === undefined) throw new Error(`no event of a session: ${block}`);
    return JSON.parse(data) as Record<string, unknown>;
  }

  /** Disconnects like a closed page. */
  leave(): Promise<void> {
    return this.#agent.destroy();
  }
}
