import { PAGE_PATHS } from '@authly/contract/wire/page-addresses';
import type { Language } from '@authly/contract/wire/languages';
import { isHandedOver } from '@authly/ui/handover.ts';
import { MerchantPrivacy } from '@authly/ui/merchant-privacy.tsx';
import { Sheet } from '@authly/ui/sheet.tsx';
import { StopQuestion } from '@authly/ui/stop-question.tsx';
import type { FunctionComponent, VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { HostedApi } from './hosted-api.ts';
import type { RememberedFields } from './remembered-session.ts';
import { screenOf, type ScreenName } from './screen-of.ts';
import { Ended, InvalidLink, Lost } from './screens/ended.tsx';
import { AppLaunched, Loading, Processing } from './screens/in-progress.tsx';
import { JoinCheck } from './screens/join-check.tsx';
import type { HostedWords, ScreenProps } from './screens/screen-props.ts';
import { Waiting } from './screens/waiting.tsx';
import type { FeedState, SessionFeed } from './session-feed.ts';
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

interface HostedPageProps {
  readonly state: FeedState;
  readonly feed: SessionFeed;
  readonly remembered: RememberedFields | undefined;
  readonly words: HostedWords;
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
  readonly api: HostedApi;
  readonly returnMethod: ReturnMethod;
  /** Another session was opened in this tab, and waits for the end of this one. */
  readonly isReplaced: boolean;
  readonly onKeep: () => void;
}

export function HostedPage(props: HostedPageProps): VNode {
  const { state, feed, remembered, words, api, returnMethod, isReplaced, onKeep } = props;
  const { session, connection } = state;
  const [asking, setAsking] = useState(false);
  const name = screenOf(state);
  const byPhone = useRef(false);
  byPhone.current ||= name === 'join-check';
  const Screen = SCREENS[name];
  const merchantName = name === 'invalid-link' ? undefined : remembered?.merchant_name;
  const merchant = merchantName ?? words.the_merchant;
  const cancelable = CANCELABLE.has(name);
  const cancel = async (): Promise<boolean> => {
    const reply = await api.cancel().catch(() => undefined);
    if (reply?.body) feed.show(reply.body);
    else if (reply?.status === 409 || reply?.status === 401) await feed.read().catch(() => undefined);
    else return false;
    setAsking(false);
    return true;
  };
  const foot = cancelable && (
    <>
      {name !== 'join-check' && (
        <button type="button" class="quiet" onClick={() => setAsking(true)}>
          {words.cancel}
        </button>
      )}
      <MerchantPrivacy
        words={words}
        merchant={merchant}
        privacyUrl={session?.privacy_url}
        retentionText={session?.retention_text}
      />
    </>
  );
  return (
    <Sheet
      {...props}
      screen={name}
      isOffline={connection === 'retrying'}
      clock={api.clock}
      expiresAt={cancelable ? session?.expires_at : undefined}
      merchant={{ name: merchantName, logo: merchantName && remembered?.merchant_logo_url }}
      displayText={cancelable ? session?.display_text : undefined}
      foot={foot}
    >
      <Screen
        key={name}
        words={words}
        merchant={merchant}
        session={session}
        api={api}
        byPhone={byPhone.current}
        returnMethod={returnMethod}
        onCancel={() => setAsking(true)}
      />
      {name === 'app-launched' && isHandedOver(session?.session_id) && (
        <button type="button" class="main" onClick={() => location.replace(PAGE_PATHS.app)}>
          {words.next}
        </button>
      )}
      {(asking || isReplaced) && cancelable && (
        <StopQuestion
          words={words}
          isReplaced={isReplaced}
          merchant={merchant}
          onStop={cancel}
          onClose={() => {
            setAsking(false);
            onKeep();
          }}
        />
      )}
    </Sheet>
  );
}
