import { HOSTED_HEARTBEAT_MS } from '@authly/contract/session-times';
import { isFinal } from '@authly/contract/states';
import type { Follower } from '../../lifecycle/followed-session.ts';
import { isoTime } from '../../session/merchant-view.ts';
import type { Session } from '../../session/session.ts';
import type { App } from '../app.ts';
import type { Asker } from '../asker.ts';
import type { EventSink } from '../call.ts';
import type { Endpoint } from '../endpoint.ts';
import { hostedView, viewOf } from '../hosted-view.ts';
import { hostedSessionOf } from '../steps/hosted-token.ts';

const HEADERS = {
  'Cache-Control': 'no-store',
  // Buffering on the way would hold events back.
  'X-Accel-Buffering': 'no',
  // A connection that is kept for later would hold up a process that drains, long after the stream has ended.
  Connection: 'close',
};

/** What hostedSession answers, now and at each change, until the session has ended. */
export const hostedEvents: Endpoint = {
  operation: 'hostedEvents',
  async handle(call, app) {
    const session = await hostedSessionOf(call, app);
    const { merchant_name = '', merchant_logo_url } = await hostedView(app, session);
    const asker = { merchant_name, ...(merchant_logo_url !== undefined && { merchant_logo_url }) };
    const ended = app.waits.begin('streams', { sessionId: session.id, address: call.address });
    return {
      status: 200,
      headers: HEADERS,
      events: (page) => follow(app, session, new OpenPage(app, asker, page), ended),
    };
  },
};

/** Returns how to stop. */
function follow(app: App, session: Session, page: OpenPage, ended: () => void): () => void {
  page.changed(session);
  if (!isFinal(session.status)) {
    const stop = app.watch.follow(session, page);
    return () => {
      stop();
      ended();
    };
  }
  page.over();
  return ended;
}

/** What is said to a page. */
class OpenPage implements Follower {
  readonly silenceMs = HOSTED_HEARTBEAT_MS;
  readonly #app: App;
  readonly #asker: Asker;
  readonly #page: EventSink;

  constructor(app: App, asker: Asker, page: EventSink) {
    this.#app = app;
    this.#asker = asker;
    this.#page = page;
  }

  changed(session: Session): void {
    this.#send('session', viewOf(session, this.#asker, this.#app.clock.now()));
  }

  /** The heartbeat. A page that hears nothing else still counts by a clock that a sandbox moved. */
  silent(): void {
    this.#send('time', { now: isoTime(this.#app.clock.now()) });
  }

  over(): void {
    this.#page.end();
  }

  #send(name: string, data: object): void {
    this.#page.send(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }
}
