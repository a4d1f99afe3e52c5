import { PAGE_PATHS } from '@authly/contract/wire/page-addresses';
import type { HostedSession } from '@authly/contract/operations/hosted-session';
import { Countdown } from '@authly/ui/countdown.tsx';
import { DisplayText } from '@authly/ui/display-text.tsx';
import { Wordmark } from '@authly/ui/fingerprint-mark.tsx';
import { isHandedOver } from '@authly/ui/handover.ts';
import { LanguageMenu } from '@authly/ui/language-menu.tsx';
import type { Language } from '@authly/contract/wire/languages';
import { MerchantPrivacy } from '@authly/ui/merchant-privacy.tsx';
import { MerchantName } from '@authly/ui/merchant-name.tsx';
import type { FunctionComponent, VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { CancelQuestion } from './cancel.tsx';
import type { HostedApi } from './hosted-api.ts';
import type { RememberedFields } from './remembered-session.ts';
import { screenOf, type ScreenName } from './screen-of.ts';
import { Ended, InvalidLink, Lost } from './screens/ended.tsx';
import { AppLaunched, Loading, Processing } from './screens/in-progress.tsx';
import { JoinCheck } from './screens/join-check.tsx';
import type { HostedWords, ScreenProps } from './screens/screen-props.ts';
import { Waiting } from './screens/waiting.tsx';
import type { FeedState } from './session-feed.ts';
import type { ReturnMethod } from './return-to-merchant.ts';

const SCREENS: Readonly<Record<ScreenName, FunctionComponent<ScreenProps>>> = {
  loading: Loading,
  waiting: Waiting,
  'join-check': JoinCheck,
  'app-launched': AppLaunched,
  processing: Processing,
  succeeded: Ended,
  failed: Ended,
  expired: Ended,
  canceled: Ended,
  'invalid-link': InvalidLink,
  lost: Lost,
};

const CANCELABLE: ReadonlySet<ScreenName> = new Set(['waiting', 'join-check', 'app-launched']);

export interface HostedPageProps {
  readonly state: FeedState;
  readonly remembered: RememberedFields | undefined;
  readonly words: HostedWords;
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
  readonly api: HostedApi;
  readonly returnMethod: ReturnMethod;
  readonly onSession: (session: HostedSession) => void;
  readonly onRefresh: () => Promise<unknown>;
  /** Another session was opened in this tab, and waits for the end of this one. */
  readonly isReplaced: boolean;
  readonly onKeep: () => void;
}

export function HostedPage({
  state,
  remembered,
  words,
  language,
  onLanguage,
  api,
  returnMethod,
  onSession,
  onRefresh,
  isReplaced,
  onKeep,
}: HostedPageProps): VNode {
  const [asking, setAsking] = useState(false);
  const name = screenOf(state);
  const byPhone = useRef(false);
  byPhone.current ||= name === 'join-check';
  const Screen = SCREENS[name];
  const merchantName = name === 'invalid-link' ? undefined : remembered?.merchant_name;
  const merchant = merchantName ?? words.the_merchant;
  const cancelable = CANCELABLE.has(name);
  const { expires_at: expiresAt, display_text: displayText } = state.session ?? {};
  const retrying = state.connection === 'retrying';
  const cancel = async (): Promise<boolean> => {
    const reply = await api.cancel().catch(() => undefined);
    if (reply?.body) onSession(reply.body);
    else if (reply?.status === 409 || reply?.status === 401) await onRefresh().catch(() => undefined);
    else return false;
    setAsking(false);
    return true;
  };
  return (
    <div class="sheet" data-screen={name}>
      <header>
        <Wordmark />
        <p class="connection" role="status">
          {retrying && <span>{words.reconnecting}</span>}
        </p>
        {cancelable && !retrying && expiresAt !== undefined && (
          <Countdown expiresAt={expiresAt} clock={api.clock} words={words} />
        )}
      </header>
      <main>
        <MerchantName name={merchantName} logo={merchantName && remembered?.merchant_logo_url} />
        {cancelable && displayText !== undefined && (
          <DisplayText text={displayText} from={words.display_text_from} merchant={merchant} />
        )}
        <Screen
          key={name}
          words={words}
          merchant={merchant}
          session={state.session}
          api={api}
          byPhone={byPhone.current}
          returnMethod={returnMethod}
          onCancel={() => setAsking(true)}
        />
        {name === 'app-launched' && isHandedOver(state.session?.session_id) && (
          <button type="button" class="main" onClick={() => location.replace(PAGE_PATHS.app)}>
            {words.next}
          </button>
        )}
      </main>
      <footer>
        {cancelable && name !== 'join-check' && (
          <button type="button" class="quiet" onClick={() => setAsking(true)}>
            {words.cancel}
          </button>
        )}
        {cancelable && (
          <MerchantPrivacy
            words={words}
            merchant={merchant}
            privacyUrl={state.session?.privacy_url}
            retentionText={state.session?.retention_text}
          />
        )}
        <LanguageMenu language={language} label={words.language} onChoose={onLanguage} />
      </footer>
      {(asking || isReplaced) && cancelable && (
        <CancelQuestion
          words={words}
          text={isReplaced ? words.switch_text : words.cancel_text}
          merchant={merchant}
          onCancel={cancel}
          onClose={() => {
            setAsking(false);
            onKeep();
          }}
        />
      )}
    </div>
  );
}
