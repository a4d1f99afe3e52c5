import { Wordmark } from '@authly/ui/fingerprint-mark.tsx';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Presence, SignInRefusal } from '@authly/service/console/wire.ts';
import { act, ask, follow, wordsOf } from './api.ts';
import { useStream } from './news.ts';
import { addressOf, usePlace, type Place } from './place.ts';
import { Audit } from './pages/audit.tsx';
import { HealthRoom } from './pages/health.tsx';
import { KeysRoom } from './pages/keys.tsx';
import { MerchantRoom } from './pages/merchant.tsx';
import { Merchants } from './pages/merchants.tsx';
import { Overview } from './pages/overview.tsx';
import { SessionRoom } from './pages/session.tsx';
import { Sessions } from './pages/sessions.tsx';
import { SignIn } from './pages/sign-in.tsx';

const ROOMS = {
  '': 'Overview',
  sessions: 'Sessions',
  merchants: 'Merchants',
  keys: 'Keys',
  audit: 'Audit',
  health: 'Health',
};

const REFUSALS: Readonly<Record<SignInRefusal, string>> = {
  provider_away: 'Your provider cannot be reached. Sign in by a link, or try again.',
  not_signed_in: 'Your provider did not sign you in, or it took too long.',
  not_allowed: 'You are signed in at your provider, but may not look into this console.',
};

/** Signs in with the link that led here, if one did; else shows who is here. */
export function Console({ link, refusal }: { link: string | undefined; refusal: string | undefined }): VNode {
  const [presence, setPresence] = useState<Presence>();
  const [problem, setProblem] = useState<string | undefined>(REFUSALS[refusal as SignInRefusal]);
  const signedOut = (): void => void ask<Presence>('/api/presence').then(setPresence, () => {});
  useEffect(() => {
    const first = link === undefined ? ask<Presence>('/api/presence') : act<Presence>('/api/login', { token: link });
    first.then(setPresence, (error: unknown) => {
      setProblem(wordsOf(error));
      signedOut();
    });
  }, [link]);
  if (presence === undefined)
    return (
      <p class="waiting" role="status">
        {problem ?? 'One moment …'}
      </p>
    );
  follow(presence, signedOut);
  if (!presence.signedIn) return <SignIn presence={presence} problem={problem} />;
  return <SignedIn presence={presence} onOver={signedOut} />;
}

function SignedIn({ presence, onOver }: { presence: Presence; onOver: () => void }): VNode {
  const place = usePlace();
  const isHeard = useStream(onOver);
  const signOut = (): void => void act('/api/logout').finally(() => location.replace('/'));
  return (
    <>
      <a class="skip" href="#content" onClick={skip}>
        Skip to the content
      </a>
      <header>
        <Wordmark />
        <span class={`environment ${presence.environment}`}>{presence.environment}</span>
        <span class={isHeard ? 'live heard' : 'live'} role="status">
          {isHeard ? 'Live' : 'Connecting …'}
        </span>
        <span class="who">
          {presence.actor?.replace(/^console:/, '')} <span class="soft">({presence.role})</span>
        </span>
        <button type="button" class="quiet" onClick={signOut}>
          Sign out
        </button>
      </header>
      <Rooms current={place.path[0] ?? ''} />
      <main id="content" tabIndex={-1}>
        <Room place={place} presence={presence} />
      </main>
      <footer>Authly {presence.version}</footer>
    </>
  );
}

/** The address says where the page is, so it cannot say what to focus. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

/** On a phone they scroll: the one that is open is brought into sight. */
function Rooms({ current }: { current: string }): VNode {
  const nav = useRef<HTMLElement>(null);
  useEffect(
    () => nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    [current],
  );
  return (
    <nav ref={nav} aria-label="Rooms">
      {Object.entries(ROOMS).map(([name, title]) => (
        <a key={name} href={addressOf(name === '' ? [] : [name])} aria-current={name === current ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}

function Room({ place: { path, query }, presence }: { place: Place; presence: Presence }): VNode {
  const mayAct = presence.role === 'admin';
  const [room = '', id] = path;
  switch (room) {
    case '':
      return <Overview />;
    case 'sessions':
      return id === undefined ? <Sessions query={query} /> : <SessionRoom key={id} id={id} mayAct={mayAct} />;
    case 'merchants':
      return id === undefined ? <Merchants /> : <MerchantRoom key={id} id={id} mayAct={mayAct} />;
    case 'keys':
      return <KeysRoom mayAct={mayAct} />;
    case 'audit':
      return <Audit query={query} mayAct={mayAct} />;
    case 'health':
      return <HealthRoom mayAct={mayAct} own={presence.actor ?? ''} />;
    default:
      return <p class="lead">Nothing is here.</p>;
  }
}
