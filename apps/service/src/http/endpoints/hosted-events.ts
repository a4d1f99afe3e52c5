import { HOSTED_HEARTBEAT_MS } from '@authly/contract/session-times';
import { isFinal } from '@authly/contract/states';
import { isoTime } from '../../session/merchant-view.ts';
import type { Session } from '../../session/session.ts';
import type { App } from '../app.ts';
import type { Asker } from '../asker.ts';
import type { Endpoint } from '../endpoint.ts';
import { hostedView, viewOf } from '../hosted-view.ts';
import { byStatusOrJoin } from '../../lifecycle/session-watch.ts';
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
    const disconnected = call.disconnected();
    app.waits.begin('streams', { sessionId: session.id, address: call.address }, disconnected);
    const { merchant_name = '', merchant_logo_url } = await hostedView(app, session);
    const asker = { merchant_name, ...(merchant_logo_url !== undefined && { merchant_logo_url }) };
    return { status: 200, body: events(app, session, asker, disconnected), headers: HEADERS };
  },
};

async function* events(app: App, session: Session, asker: Asker, disconnected: AbortSignal): AsyncGenerator<string> {
  yield sessionEvent(app, session, asker);
  let shown = session;
  while (!isFinal(shown.status) && !disconnected.aborted && !app.watch.draining) {
    const current = await app.watch.changed(shown, HOSTED_HEARTBEAT_MS, disconnected, byStatusOrJoin);
    if (current === undefined) return;
    yield byStatusOrJoin(current, shown) ? sessionEvent(app, current, asker) : timeEvent(app);
    shown = current;
  }
}

const sessionEvent = (app: App, session: Session, asker: Asker): string =>
  event('session', viewOf(session, asker, app.clock.now()));

/** The heartbeat. A page that hears nothing else still counts by a clock that a sandbox moved. */
const timeEvent = (app: App): string => event('time', { now: isoTime(app.clock.now()) });

const event = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
