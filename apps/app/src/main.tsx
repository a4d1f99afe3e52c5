import { LANGUAGE_FRAGMENT, LINK_TOKEN_FRAGMENT } from '@authly/contract/wire/page-addresses';
import { takeToken, tokenInFragment } from '@authly/ui/address-token.ts';
import type { Language } from '@authly/contract/wire/languages';
import { Sheet } from '@authly/ui/sheet.tsx';
import { StopQuestion } from '@authly/ui/stop-question.tsx';
import { pickLanguage } from '@authly/ui/words/languages.ts';
import { appWords } from '@authly/ui/words/load-words.ts';
import { chooseLanguage, chosenLanguage, PageWords } from '@authly/ui/words/page-words.ts';
import { render, type ComponentType, type VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { AppWords } from './capture/capture-props.ts';
import { Capture } from './screens/capture.tsx';
import { Consent } from './screens/consent.tsx';
import { Device } from './screens/device.tsx';
import { ChooseFinger } from './screens/finger.tsx';
import { Idle } from './screens/idle.tsx';
import { JoinNumber } from './screens/number.tsx';
import { Ended, InvalidLink, OtherType, Taken, Unreachable, Unsupported, WayOn } from './screens/notices.tsx';
import { Review } from './screens/review.tsx';
import type { ScreenProps } from './screens/screen-props.ts';
import { Joining, Reading, Sending } from './screens/waiting.tsx';
import { isSupported } from './supported.ts';
import { FREE, OVER, type ScreenName } from './visit/screens.ts';
import type { VisitState } from './visit/state.ts';
import { Visit } from './visit/visit.ts';

const SCREENS: Readonly<Record<ScreenName, ComponentType<ScreenProps>>> = {
  idle: Idle,
  joining: Joining,
  'invalid-link': InvalidLink,
  taken: Taken,
  unreachable: Unreachable,
  unsupported: Unsupported,
  'other-type': OtherType,
  number: JoinNumber,
  consent: Consent,
  finger: ChooseFinger,
  capture: Capture,
  reading: Reading,
  review: Review,
  device: Device,
  sending: Sending,
  ended: Ended,
};

interface Props {
  readonly link: string | undefined;
  readonly words: AppWords;
  readonly language: Language;
}

/** A question waits until these are over. */
const BUSY: ReadonlySet<ScreenName> = new Set(['joining', 'reading', 'device', 'sending']);

/** One visit at a time: another link waits until this one has ended, which the user is asked about. */
function App({ link, words, language }: Props): VNode | null {
  const current = useRef<Visit>(undefined);
  const [state, setState] = useState<VisitState>();
  const begin = (wanted: string | undefined): void => {
    current.current?.leave();
    const visit = (current.current = new Visit((next) => {
      const { screen, question } = next;
      if (question && 'link' in question && FREE.has(screen)) begin(question.link);
      else setState(next);
    }));
    setState(visit.state);
    void visit.start(wanted, isSupported());
  };
  useEffect(() => {
    const onHashChange = (): void => {
      const other = takeLink();
      const { state, link, ask } = current.current!;
      if (other === undefined || other === link) return;
      if (FREE.has(state.screen)) begin(other);
      else ask({ link: other });
    };
    begin(link);
    addEventListener('hashchange', onHashChange);
    return () => removeEventListener('hashchange', onHashChange);
  }, [link]);
  const visit = current.current;
  if (!visit || !state) return null;
  const { screen, question, claim, offline } = state;
  const isOver = OVER.has(screen);
  const Screen = SCREENS[screen];
  return (
    <Sheet
      screen={screen}
      words={words}
      language={language}
      onLanguage={(chosen) => void pageWords.speak(chosen)}
      isOffline={offline}
      clock={visit.api.clock}
      expiresAt={isOver ? undefined : claim?.expires_at}
      merchant={
        claim || screen === 'joining' ? { name: claim?.merchant_name, logo: claim?.merchant_logo_url } : undefined
      }
      displayText={isOver ? undefined : claim?.display_text}
    >
      <Screen words={words} visit={visit} state={state} />
      {isOver && <WayOn words={words} visit={visit} state={state} />}
      {question && !BUSY.has(screen) && !isOver && (
        <StopQuestion
          words={words}
          isReplaced={'link' in question}
          merchant={claim?.merchant_name ?? ''}
          onStop={() => visit.giveUp('link' in question ? 'user_declined' : question.reason).then(() => true)}
          onClose={() => visit.ask(undefined)}
        />
      )}
    </Sheet>
  );
}

/** The language that the user chose on the hosted page comes with the token. */
function takeLink(): string | undefined {
  const handedOver = tokenInFragment(LANGUAGE_FRAGMENT, window.location.hash);
  const token = takeToken(LINK_TOKEN_FRAGMENT, window);
  if (token !== undefined && handedOver !== undefined) {
    chooseLanguage(handedOver);
    void pageWords.speak(wantedLanguage());
  }
  return token;
}

const wantedLanguage = (): Language => chosenLanguage() ?? pickLanguage(navigator.languages);

const page = document.getElementById('page')!;
page.replaceChildren();
const pageWords = new PageWords(appWords, () => render(<App link={link} {...pageWords.spoken!} />, page));
// The token leaves the address bar before anything else runs.
const link = takeLink();
void pageWords.speak(wantedLanguage());
