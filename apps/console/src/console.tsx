import { Wordmark } from '@authly/ui/fingerprint-mark.tsx';
import { Question } from '@authly/ui/question.tsx';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Presence, SignInRefusal } from '@authly/service/operator/wire/wire.ts';
import { may, messageOf, ownMerchantId, readPresence, rememberPresence, signIn, signOut } from './api.ts';
import { Find } from './find.tsx';
import { PAGE_EVERY_MS, updated, useReads, useRepeat } from './hooks.ts';
import { AuditPage } from './pages/audit.tsx';
import { FailedCallPage } from './pages/failed-calls.tsx';
import { HealthPage } from './pages/health.tsx';
import { KeysPage } from './pages/keys.tsx';
import { MerchantPage } from './pages/merchant.tsx';
import { NewMerchantPage } from './pages/merchant-new.tsx';
import { MerchantsPage } from './pages/merchants.tsx';
import { OverviewPage } from './pages/overview.tsx';
import { SessionPage } from './pages/session.tsx';
import { SessionsPage } from './pages/sessions.tsx';
import { SignInPage } from './pages/sign-in.tsx';
import { Title, When } from './parts/elements.tsx';
import { utcOffset } from './parts/time.ts';
import { showsSecret } from './parts/use-form.ts';
import { routeTo, useRoute, type Route } from './route.ts';

/** Of the people of a merchant. */
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
  const [problem, setProblem] = useState<string | undefined>(REFUSALS[refusal as SignInRefusal]);
  const checkPresence = (): void => void readPresence().then(setPresence, () => {});
  useEffect(() => {
    const first = link === undefined ? readPresence() : signIn(link);
    first.then(setPresence, (error: unknown) => {
      setProblem(messageOf(error));
      checkPresence();
    });
  }, [link]);
  if (presence === undefined)
    return (
      <p class="waiting" role="status">
        {problem ?? 'Loading …'}
      </p>
    );
  rememberPresence(presence, checkPresence);
  if (!presence.signedIn) return <SignInPage presence={presence} problem={problem} />;
  return <SignedIn presence={presence} checkPresence={checkPresence} />;
}

const STALE_MS = 20_000;

/** The oldest part of the page that is requested again. */
function Live(): VNode {
  const [now, setNow] = useState(Date.now());
  useRepeat(1000, () => setNow(Date.now()));
  const { at, isPage } = updated();
  const isStale = now - at > STALE_MS;
  return (
    <p class={isStale ? 'stale' : 'live'} role="status">
      {isStale ? (
        <>
          Last updated <When at={at} /> ({utcOffset(new Date(at))}). The console tries again.
        </>
      ) : (
        isPage && 'Up to date'
      )}
    </p>
  );
}

function SignedIn({ presence, checkPresence }: { presence: Presence; checkPresence: () => void }): VNode {
  const { route, leave, asked, stay } = useRoute();
  const noteRead = useReads();
  useEffect(noteRead, [presence]);
  // An operator may have signed this one out.
  useRepeat(PAGE_EVERY_MS, checkPresence);
  const pages = ownMerchantId() === undefined ? PAGES : MERCHANT_PAGES;
  const end = (): void => void signOut().finally(() => location.replace('/'));
  return (
    <>
      <a class="skip" href="#content" onClick={skip}>
        Skip to content
      </a>
      <header>
        <Wordmark />
        <span class={`environment ${presence.environment}`}>{presence.environment}</span>
        <Live />
        <Find pages={pages} here={route.path} />
        <span class="who">
          {presence.actor?.replace(/^(?:console|oidc|merchant):/, '')} <span class="soft">({presence.role})</span>
          <button type="button" class="quiet" onClick={() => leave(end)}>
            Sign out
          </button>
        </span>
      </header>
      <Navigation pages={pages} current={route.path[0] ?? ''} />
      <main id="content" tabIndex={-1}>
        <CurrentPage route={route} />
      </main>
      <footer>
        Authly {presence.version} · Times in {utcOffset(new Date())}
      </footer>
      {asked && (
        <Question title="Leave this page?" yes="Leave" no="Stay" onYes={asked} onClose={stay}>
          {showsSecret() ? 'The secret on it cannot be shown again.' : 'Your changes on it are not saved.'}
        </Question>
      )}
    </>
  );
}

/** The fragment holds the route, so it cannot hold the id of an element. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

function Navigation({ pages, current }: { pages: Readonly<Record<string, string>>; current: string }): VNode {
  return (
    <nav class="pages" aria-label="Pages">
      {Object.entries(pages).map(([name, title]) => (
        <a key={name} href={routeTo(name === '' ? [] : [name])} aria-current={name === current ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}

function CurrentPage({ route: { path, query } }: { route: Route }): VNode {
  const [page = '', id] = path;
  const own = ownMerchantId();
  if (own !== undefined && !['', 'sessions', 'merchants', 'calls'].includes(page)) return <NotFoundPage />;
  switch (page) {
    case '':
      return own === undefined ? <OverviewPage query={query} /> : <MerchantPage id={own} />;
    case 'sessions':
      return id === undefined ? <SessionsPage query={query} /> : <SessionPage key={id} id={id} />;
    case 'merchants':
      if (id === 'new' && may('merchant add')) return <NewMerchantPage />;
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
