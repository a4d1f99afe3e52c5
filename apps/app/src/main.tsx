import { LANGUAGE_FRAGMENT, LINK_TOKEN_FRAGMENT } from '@authly/contract/wire/page-addresses';
import { takeToken, tokenInFragment } from '@authly/ui/address-token.ts';
import type { Language } from '@authly/contract/wire/languages';
import { pickLanguage } from '@authly/ui/words/languages.ts';
import { appWords } from '@authly/ui/words/load-words.ts';
import { chooseLanguage, chosenLanguage, PageWords } from '@authly/ui/words/page-words.ts';
import { render, type ComponentType, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { AppWords } from './capture/capture-props.ts';
import { Sheet } from './parts/sheet.tsx';
import { Capture } from './screens/capture.tsx';
import { Consent } from './screens/consent.tsx';
import { Device } from './screens/device.tsx';
import { ChooseFinger } from './screens/finger.tsx';
import { Idle } from './screens/idle.tsx';
import { JoinNumber } from './screens/number.tsx';
import { Ended, InvalidLink, OtherType, Taken, Unreachable, Unsupported } from './screens/notices.tsx';
import { Review } from './screens/review.tsx';
import type { ScreenProps } from './screens/screen-props.ts';
import { Joining, Reading, Sending } from './screens/waiting.tsx';
import { isSupported } from './supported.ts';
import type { ScreenName, VisitState } from './visit/state.ts';
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

/** One visit at a time: a link that is opened in the same tab starts another. */
function App({ link, words, language }: Props): VNode | null {
  const [visit, setVisit] = useState<Visit>();
  const [state, setState] = useState<VisitState>();
  useEffect(() => {
    let current: Visit | undefined;
    const begin = (link: string | undefined): void => {
      current?.leave();
      current = new Visit(setState);
      setVisit(current);
      setState(current.state);
      void current.start(link, isSupported());
    };
    const onHashChange = (): void => {
      const next = takeLink();
      if (next !== undefined) begin(next);
    };
    begin(link);
    addEventListener('hashchange', onHashChange);
    return () => removeEventListener('hashchange', onHashChange);
  }, [link]);
  if (!visit || !state) return null;
  const Screen = SCREENS[state.screen];
  return (
    <Sheet
      words={words}
      visit={visit}
      state={state}
      language={language}
      onLanguage={(chosen) => void pageWords.speak(chosen)}
    >
      <Screen words={words} visit={visit} state={state} />
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
