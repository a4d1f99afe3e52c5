import { HOSTED_TOKEN_FRAGMENT } from '@authly/contract/page-addresses';
import { isFinal } from '@authly/contract/states';
import { tokenInFragment } from '@authly/ui/address-token.ts';
import { tabStorage } from '@authly/ui/tab-storage.ts';
import { pickLanguage } from '@authly/ui/words/languages.ts';
import { hosted, shared } from '@authly/ui/words/words.ts';
import { render } from 'preact';
import { sendCompletionSignal } from './completion-signal.ts';
import { thisDevice } from './device.ts';
import { HostedApi } from './hosted-api.ts';
import { HostedPage } from './hosted-page.tsx';
import { hostedToken } from './hosted-token.ts';
import { drawer } from './qr.tsx';
import { RememberedSession } from './remembered-session.ts';
import { SessionFeed, type FeedState } from './session-feed.ts';
import { wayBackOf } from './way-back.ts';

const storage = tabStorage();
// Before anything else: nothing of the page ever sees an address with a token in it.
const token = hostedToken({ location: window.location, history: window.history, storage });
const root = document.querySelector('#page')!;
const device = thisDevice();
const api = new HostedApi(token ?? '', { firstVia: device === 'desk' ? 'qr' : 'button' });
const remembered = new RememberedSession(storage, token ?? '');
const feed = new SessionFeed(api, follow, () => (document.hidden ? undefined : device === 'desk' ? 'both' : 'button'));
let signaled = false;

function follow(state: FeedState): void {
  const { session } = state;
  if (session) remembered.remember(session);
  show(state);
  if (!session || !isFinal(session.status) || signaled) return;
  signaled = true;
  sendCompletionSignal(window.opener as Window | null, session, remembered.fields?.return_origin);
}

function show(state: FeedState): void {
  const { fields } = remembered;
  // The session's locale decides. Where no session was ever read, the browser's languages are all there is to go by.
  const language = pickLanguage(fields ? [fields.locale] : navigator.languages);
  document.documentElement.lang = language;
  const wayBack = wayBackOf({
    hasOpener: window.opener !== null,
    referrer: document.referrer,
    returnOrigin: fields?.return_origin,
  });
  render(
    <HostedPage
      state={state}
      remembered={fields}
      words={{ ...shared[language], ...hosted[language] }}
      api={api}
      wayBack={wayBack}
      onSession={(session) => feed.show(session)}
      onRefresh={() => feed.read()}
    />,
    root,
  );
}

if (token === undefined) {
  show({ session: undefined, connection: 'refused' });
} else {
  feed.start();
  // While the service answers, not after it.
  if (device === 'desk') drawer().catch(() => undefined);
  // index.html already shows the loading screen; after a reload the merchant is known as well.
  if (remembered.fields) show(feed.state);
  const refresh = (): void => {
    if (!document.hidden) feed.refresh();
  };
  document.addEventListener('visibilitychange', refresh);
  window.addEventListener('offline', () => feed.disconnect());
  window.addEventListener('online', refresh);
  window.addEventListener('pageshow', refresh);
}

// Another popup_url in this tab changes the fragment alone: the browser does not load the page anew by itself.
window.addEventListener('hashchange', () => {
  if (tokenInFragment(HOSTED_TOKEN_FRAGMENT, window.location.hash) !== undefined) window.location.reload();
});
