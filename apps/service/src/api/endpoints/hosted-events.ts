import { LINKS_WANTED, type LinkVia } from '@authly/contract/wire/hosted/links';
import { HostedEventsQuery } from '@authly/contract/operations/hosted-events';
import { HOSTED_HEARTBEAT_MS } from '@authly/contract/wire/session-times';
import { isFinal } from '@authly/contract/wire/states';
import { statusOrJoinChanged } from '../../lifecycle/session-hub.ts';
import type { Subscriber } from '../../lifecycle/watched-session.ts';
import { isoTime } from '../../session/iso-time.ts';
import type { Session } from '../../session/session.ts';
import { transitionFor } from '../../session/transitions.ts';
import type { App } from '../app.ts';
import { joinCookieHeader, linkBy } from '../app-link.ts';
import type { Handle, EventSink } from '../call.ts';
import { hostedSessionBody, merchantFields, sessionMerchant, type MerchantFields } from '../hosted-view.ts';
import { queryFields } from '../steps/fields.ts';
import { hostedSessionOf } from '../steps/session.ts';
import { shape } from '../../http/shape.ts';

const asEventsQuery = shape(HostedEventsQuery);

const HEADERS = {
  // Prevents proxies from buffering events.
  'X-Accel-Buffering': 'no',
  // A kept-alive connection would delay a draining process after the stream has ended.
  Connection: 'close',
};

/** Sends the response of hostedSession now and at each change until the session has ended, and new links if the page wants them. */
export const hostedEvents: Handle = async (call, app) => {
  const session = await hostedSessionOf(call, app);
  const { links } = asEventsQuery(queryFields(call, asEventsQuery));
  const merchant = merchantFields(app, await sessionMerchant(app, session));
  const vias = links === undefined ? [] : LINKS_WANTED[links];
  const headers = { ...HEADERS, ...(await joinCookieHeader(call, app, session, vias)) };
  const ended = app.waits.begin('streams', session, call.from);
  return {
    status: 200,
    headers,
    events: (page) => subscribe(app, session, openPage(app, merchant, vias, page), ended),
  };
};

function subscribe(app: App, session: Session, page: OpenPage, ended: () => void): () => void {
  page.changed(session);
  if (!isFinal(session.status)) {
    const unsubscribe = app.hub.subscribe(session, page);
    return () => {
      unsubscribe();
      page.gone();
      ended();
    };
  }
  page.over();
  return ended;
}

interface OpenPage extends Subscriber {
  gone(): void;
}

function openPage(app: App, merchant: MerchantFields, vias: readonly LinkVia[], page: EventSink): OpenPage {
  let claimable: Session | undefined;
  const gone = (): void => void (claimable = undefined);
  const sayTime = (): void => page.send(event('time', { now: isoTime(app.clock.now()) }));

  /** Never rejects. */
  async function giveLinks(session: Session): Promise<void> {
    try {
      const secret = await app.keys.hostedSecret(session.createdAt);
      // Meanwhile an app may have joined, or the page may have closed.
      if (claimable !== session) return;
      const links = vias.map((via) => event('link', { via, ...linkBy(secret, app, session, via) }));
      page.send(links.join(''));
    } catch {
      // The keys are unavailable. The page then requests a link and gets the error.
      if (claimable === session) sayTime();
    }
  }

  return {
    silenceMs: HOSTED_HEARTBEAT_MS,
    hasChanged: statusOrJoinChanged,
    gone,
    changed(session) {
      const mayGive = vias.length > 0 && !('refusal' in transitionFor('claim', session.status));
      claimable = mayGive ? session : undefined;
      page.send(event('session', hostedSessionBody(session, merchant, app.clock.now())));
    },
    /** The heartbeat. It contains the time, because a sandbox may move its clock. A page that shows links gets new ones instead. */
    silent: () => void (claimable === undefined ? sayTime() : giveLinks(claimable)),
    over() {
      gone();
      page.end();
    },
  };
}

const event = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
