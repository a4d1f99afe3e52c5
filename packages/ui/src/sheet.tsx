import type { Language } from '@authly/contract/wire/languages';
import type { ComponentChildren, VNode } from 'preact';
import { Countdown } from './countdown.tsx';
import { DisplayText } from './display-text.tsx';
import { Wordmark } from './fingerprint-mark.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { MerchantName } from './merchant-name.tsx';
import type { Words } from './words/languages.ts';

interface SheetProps {
  readonly screen: string;
  readonly words: Words<'shared'>;
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
  readonly isOffline: boolean;
  readonly clock: { timeLeft(until: string): number };
  /** Absent if no time runs. */
  readonly expiresAt: string | undefined;
  /** Its name is undefined until it is known, and keeps its place. Absent: no merchant is shown. */
  readonly merchant: { readonly name: string | undefined; readonly logo: string | undefined } | undefined;
  readonly displayText: string | undefined;
  /** Above the language menu. */
  readonly foot?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The frame of hosted page and app: what both show stays in its place when one follows the other. */
export const Sheet = (props: SheetProps): VNode => {
  const { screen, words, language, onLanguage, isOffline, clock, expiresAt, merchant, displayText } = props;
  return (
    <div class="sheet" data-screen={screen}>
      <header>
        <Wordmark />
        <p class="connection" role="status">
          {isOffline && <span>{words.reconnecting}</span>}
        </p>
        {expiresAt !== undefined && !isOffline && <Countdown expiresAt={expiresAt} clock={clock} words={words} />}
      </header>
      <main>
        {merchant && <MerchantName {...merchant} />}
        {displayText !== undefined && (
          <DisplayText text={displayText} from={words.display_text_from} merchant={merchant?.name ?? ''} />
        )}
        {props.children}
      </main>
      <footer>
        {props.foot}
        <LanguageMenu language={language} label={words.language} onChoose={onLanguage} />
      </footer>
    </div>
  );
};
