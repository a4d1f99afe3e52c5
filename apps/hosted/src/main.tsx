import { HOSTED_TOKEN_FRAGMENT } from '@authly/contract/wire/page-addresses';
import { isFinal } from '@authly/contract/wire/states';
import { takeToken, tokenInFragment } from '@authly/ui/address-token.ts';
import { isHandedOver } from '@authly/ui/handover.ts';
import { tabStorage } from '@authly/ui/storage.ts';
import type { Language } from '@authly/contract/wire/languages';
import { pickLanguage } from '@authly/ui/words/languages.ts';
import { hostedWords } from '@authly/ui/words/load-words.ts';
import { chosenLanguage, PageWords } from '@authly/ui/words/page-words.ts';
import { render } from 'preact';
import { sendCompletionSignal } from './completion-signal.ts';
import { thisDevice } from './device.ts';
import { HostedApi } from './hosted-api.ts';
import { HostedPage } from './hosted-page.tsx';
import { firstReferrer, hostedToken, keepOver, keepToken } from './hosted-token.ts';
import { loadQrPath } from './qr.tsx';
import { RememberedSession } from './remembered-session.ts';
import { SessionFeed, type FeedState } from './session-feed.ts';
import { returnMethodOf } from './return-to-merchant.ts';

// Before the token is taken: its address tells a first visit from a return of the app.
const referrer = firstReferrer({ location: window.location, referrer: document.referrer, storage: tabStorage });
const isVisit = tokenInFragment(HOSTED_TOKEN_FRAGMENT, window.location.hash) !== undefined;
// So that the token leaves the address bar before anything else runs.
const { token, ...waiting } = hostedToken({ location, history, storage: tabStorage });
let { other } = waiting;
const root = document.querySelector('#page')!;
const device = thisDevice();
const api = new HostedApi(token ?? '', { firstVia: device === 'desk' ? 'qr' : 'button' });
const remembered = new RememberedSession(tabStorage, token ?? '');
const feed = new SessionFeed(api, follow, () => (document.hidden ? undefined : device === 'desk' ? 'both' : 'button'));
const words = new PageWords(hostedWords, draw);
let signaled = false;
let shown: FeedState | undefined;

const isOver = ({ session, connection }: FeedState): boolean =>
  connection === 'refused' || connection === 'lost' || (session !== undefined && isFinal(session.status));

/** Takes the address of the other session again, as if it were opened now. */
function open(next: string): void {
  keepToken(tabStorage, next);
  history.replaceState(null, '', `#${HOSTED_TOKEN_FRAGMENT}=${next}`);
  location.reload();
}

function follow(state: FeedState): void {
  const { session } = state;
  if (isOver(state) && token !== undefined) keepOver(tabStorage, token);
  if (isOver(state) && other !== undefined) return open(other);
  if (session) remembered.remember(session);
  show(state);
  if (!session || !isFinal(session.status) || signaled) return;
  signaled = true;
  sendCompletionSignal(window.opener as Window | null, session, remembered.fields?.return_origin);
}

const wantedLanguage = (): Language =>
  chosenLanguage() ?? pickLanguage(remembered.fields ? [remembered.fields.locale] : navigator.languages);

function show(state: FeedState): void {
  shown = state;
  void words.speak(wantedLanguage());
  draw();
}

function draw(): void {
  if (shown === undefined || words.spoken === undefined) return;
  const { fields } = remembered;
  const returnMethod = returnMethodOf({
    hasOpener: window.opener !== null,
    referrer,
    returnOrigin: fields?.return_origin,
  });
  render(
    <HostedPage
      state={shown}
      feed={feed}
      remembered={fields}
      {...words.spoken}
      onLanguage={(language) => void words.speak(language)}
      api={api}
      returnMethod={returnMethod}
      isReplaced={other !== undefined}
      onKeep={() => {
        other = undefined;
        draw();
      }}
    />,
    root,
  );
}

if (token === undefined) {
  show({ session: undefined, connection: 'refused' });
} else {
  if ((!isVisit || other !== undefined) && isHandedOver(token)) feed.resume();
  else feed.start();
  // In parallel with the first call: the session is mostly in a language of the browser.
  hostedWords(wantedLanguage()).catch(() => undefined);
  if (device === 'desk') loadQrPath().catch(() => undefined);
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

// Another popup_url in this tab changes only the fragment, which does not load the page again.
window.addEventListener('hashchange', () => {
  const next = takeToken(HOSTED_TOKEN_FRAGMENT, window);
  if (next === undefined || next === token) return;
  if (token === undefined || isOver(feed.state)) return open(next);
  other = next;
  draw();
});
