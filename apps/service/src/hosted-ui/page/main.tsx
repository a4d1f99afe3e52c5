// First of all: takes the token out of the address bar.
import { storage, token } from './arrival.ts';
import { isFinal } from '@authly/contract/states';
import { render } from 'preact';
import { LANGUAGES, pickLanguage } from '../words/pick-language.ts';
import { sendCompletionSignal } from './completion-signal.ts';
import { HostedApi } from './hosted-api.ts';
import { HostedPage } from './hosted-page.tsx';
import { FactKeeper } from './kept-facts.ts';
import { returnWay } from './return-way.ts';
import { SessionFeed, type FeedState } from './session-feed.ts';
import { tokenInFragment } from './token.ts';

const root = document.querySelector('#page')!;
const api = new HostedApi(token ?? '');
const keeper = new FactKeeper(storage, token ?? '');
const feed = new SessionFeed(api, follow);
let signaled = false;

function follow(state: FeedState): void {
  const { session } = state;
  if (session) keeper.keep(session);
  show(state);
  if (!session || !isFinal(session.status) || signaled) return;
  signaled = true;
  sendCompletionSignal(window.opener as Window | null, session, keeper.facts?.return_origin);
}

function show(state: FeedState): void {
  const { facts } = keeper;
  // The session's locale decides. Where no session was ever read, the browser's languages are all there is to go by.
  const language = facts ? pickLanguage(facts.locale) : pickLanguage(...navigator.languages);
  document.documentElement.lang = language;
  const way = returnWay({
    hasOpener: window.opener !== null,
    referrer: document.referrer,
    returnOrigin: facts?.return_origin,
  });
  render(
    <HostedPage
      state={state}
      facts={facts}
      words={LANGUAGES[language]}
      api={api}
      way={way}
      onSession={(session) => feed.show(session)}
      onLook={() => feed.look()}
    />,
    root,
  );
}

if (token === undefined) {
  show({ session: undefined, connection: 'refused' });
} else {
  show(feed.state);
  feed.start();
  const nudge = (): void => {
    if (!document.hidden) feed.nudge();
  };
  document.addEventListener('visibilitychange', nudge);
  window.addEventListener('offline', () => feed.cut());
  window.addEventListener('online', nudge);
  window.addEventListener('pageshow', nudge);
}

// Another popup_url in this tab changes the fragment alone: the browser does not load the page anew by itself.
window.addEventListener('hashchange', () => {
  if (tokenInFragment(window.location.hash) !== undefined) window.location.reload();
});
