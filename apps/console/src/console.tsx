import { Wordmark } from '@authly/ui/fingerprint-mark.tsx';
import { Question } from '@authly/ui/question.tsx';
import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Presence, SignInRefusal } from '@authly/service/operator/wire/wire.ts';
import { may, messageOf, ownMerchantId, readPresence, rememberPresence, signIn, signOut } from './api.ts';
import { Find } from './find.tsx';
import { PAGE_EVERY_MS, readAgain, SESSIONS_EVERY_MS, updated, useData, useReads, useRepeat } from './hooks.ts';
import { AuditPage } from './pages/audit.tsx';
import { FailedCallPage } from './pages/failed-calls.tsx';
import { HealthPage } from './pages/health.tsx';
import { KeysPage } from './pages/keys.tsx';
import { MerchantPage } from './pages/merchant.tsx';
import { MerchantListPage } from './pages/merchant-lists.tsx';
import { NewMerchantPage } from './pages/merchant-new.tsx';
import { MerchantsPage } from './pages/merchants.tsx';
import { OverviewPage } from './pages/overview.tsx';
import { SessionPage } from './pages/session.tsx';
import { SessionsPage } from './pages/sessions.tsx';
import { SignInPage } from './pages/sign-in.tsx';
import { JumpTo, Title, When } from './parts/elements.tsx';
import { MerchantNames, merchantNames } from './parts/merchants.tsx';
import { Page } from './parts/page.tsx';
import { utcOffset } from './parts/time.ts';
import { routeTo, useRoute, type Route } from './route.ts';

/** What the people of a merchant see. */
const MERCHANT_PAGES = { '': 'Merchant', sessions: 'Sessions' };
const PAGES = {
  '': 'Overview',
  sessions: 'Sessions',
  merchants: 'Merchants',
  keys: 'Keys',
  audit: 'Audit log',
  health: 'Health',
};

const REFUSALS: Readonly<Record<SignInRefusal, string>> = {
  provider_unavailable: 'The sign-in provider cannot be reached. Try again, or use a sign-in link.',
  not_signed_in: 'The sign-in at your provider failed or took too long.',
  not_allowed: 'Your account has no access to this console.',
};

export function Console({ link, refusal }: { link: string | undefined; refusal: string | undefined }): VNode {
  const [presence, setPresence] = useState<Presence>();
  const [isReached, setReached] = useState(true);
  const [problem, setProblem] = useState<string | undefined>(REFUSALS[refusal as SignInRefusal]);
  const [unused, setUnused] = useState(link);
  const checkPresence = (): void => void readPresence().then(setPresence, () => setReached(false));
  const redeem = (token: string): void => {
    const redeemed = (begun: Presence): void => {
      setUnused(undefined);
      setPresence(begun);
    };
    signIn(token).then(redeemed, (error: unknown) => setProblem(messageOf(error)));
  };
  const isSignedIn = presence?.signedIn;
  useEffect(checkPresence, []);
  useRepeat(presence === undefined ? SESSIONS_EVERY_MS : undefined, checkPresence);
  useEffect(() => {
    if (isSignedIn === false && unused !== undefined) redeem(unused);
  }, [isSignedIn]);
  if (presence === undefined || (!presence.signedIn && unused !== undefined && problem === undefined))
    return (
      <p class="waiting" role="status">
        {isReached ? 'Loading …' : 'The console cannot be reached. It is tried again.'}
      </p>
    );
  rememberPresence(presence, checkPresence);
  if (!presence.signedIn) return <SignInPage presence={presence} problem={problem} />;
  return (
    <>
      <SignedIn key={presence.signInId} presence={presence} checkPresence={checkPresence} />
      {unused !== undefined && (
        <Question
          title="Sign in with this link?"
          yes="Sign in"
          no="Stay"
          problem={problem ?? ''}
          onYes={() => redeem(unused)}
          onClose={() => setUnused(undefined)}
        >
          You are signed in as {nameOf(presence)}. The link replaces this sign-in in all tabs.
        </Question>
      )}
    </>
  );
}

const nameOf = ({ actor = '', role }: Presence): string =>
  `${actor.replace(/^(?:console|oidc|merchant):/, '')} (${role})`;

const STALE_MS = 20_000;

/** Shows the age of the oldest part of the page that is read again. */
function Live(): VNode {
  const [now, setNow] = useState(Date.now());
  useRepeat(1000, () => setNow(Date.now()));
  const { at, isPage } = updated();
  const isStale = now - at > STALE_MS;
  return (
    <p class={isStale ? 'stale' : isPage ? 'live' : 'live off'} role="status">
      {isStale ? (
        <>
          Last updated <When at={at} /> ({utcOffset(new Date(at))}). The console tries again.
        </>
      ) : (
        'Up to date'
      )}
    </p>
  );
}

function SignedIn({ presence, checkPresence }: { presence: Presence; checkPresence: () => void }): VNode {
  const { route, leave, asked, goOn, stay } = useRoute();
  const merchants = useData('merchant list', {});
  const names = useMemo(() => merchantNames(merchants.value ?? []), [merchants.value]);
  const page = route.path.join('/');
  // A merchant may be new. Parts of a new page are being read.
  useEffect(() => readAgain(true), [page]);
  const noteRead = useReads(true);
  useEffect(noteRead, [presence]);
  // An operator may have signed this one out.
  useRepeat(PAGE_EVERY_MS, checkPresence);
  const own = ownMerchantId();
  const pages = own === undefined ? PAGES : MERCHANT_PAGES;
  const end = (): void => void signOut().finally(() => location.replace('/'));
  return (
    <MerchantNames.Provider value={names}>
      <JumpTo id="content" class="skip">
        Skip to content
      </JumpTo>
      <header>
        <Wordmark />
        <span class={`environment ${presence.environment}`}>{presence.environment}</span>
        <Live />
        <Find pages={pages} here={route.path} />
        <span class="who">
          {own === undefined ? nameOf(presence) : <bdi title={own}>{names.get(own) ?? own}</bdi>}
          <button type="button" class="quiet" onClick={() => leave(end)}>
            Sign out
          </button>
        </span>
      </header>
      <nav class="pages" aria-label="Pages">
        {Object.entries(pages).map(([name, title]) => (
          <a key={name} href={routeTo([name])} aria-current={name === (route.path[0] ?? '') ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <main id="content" tabIndex={-1}>
        <Page key={page}>
          <CurrentPage route={route} />
        </Page>
      </main>
      <footer>
        Authly {presence.version} · Times in {utcOffset(new Date())}
      </footer>
      {asked && (
        <Question title="Leave this page?" yes="Leave" no="Stay" onYes={goOn} onClose={stay}>
          {asked.losesSecret ? 'The secret on it cannot be shown again.' : 'Your changes on it are not saved.'}
        </Question>
      )}
    </MerchantNames.Provider>
  );
}

function CurrentPage({ route: { path, query } }: { route: Route }): VNode {
  const [page = '', id, list] = path;
  const own = ownMerchantId();
  if (own !== undefined && !['', 'sessions', 'merchants', 'calls'].includes(page)) return <NotFoundPage />;
  switch (page) {
    case '':
      return own === undefined ? <OverviewPage query={query} /> : <MerchantPage id={own} />;
    case 'sessions':
      return id === undefined ? <SessionsPage query={query} /> : <SessionPage key={id} id={id} />;
    case 'merchants':
      if (id === 'new' && may('merchant add')) return <NewMerchantPage />;
      if (id !== undefined && list !== undefined) return <MerchantListPage id={id} list={list} query={query} />;
      return id === undefined && own === undefined ? <MerchantsPage /> : <MerchantPage key={id} id={id ?? own!} />;
    case 'calls':
      return <FailedCallPage key={id} id={id ?? ''} />;
    case 'keys':
      return <KeysPage />;
    case 'audit':
      return <AuditPage query={query} />;
    case 'health':
      return <HealthPage />;
    default:
      return <NotFoundPage />;
  }
}

const NotFoundPage = (): VNode => (
  <>
    <Title text="Page not found" />
    <p>
      <a href={routeTo([])}>Go to the overview</a>
    </p>
  </>
);
