import { Countdown } from '@authly/ui/countdown.tsx';
import { DisplayText } from '@authly/ui/display-text.tsx';
import { Wordmark } from '@authly/ui/fingerprint-mark.tsx';
import { isHandedOver, returnToHostedPage } from '@authly/ui/handover.ts';
import { LanguageMenu } from '@authly/ui/language-menu.tsx';
import type { Language } from '@authly/contract/wire/languages';
import { MerchantName } from '@authly/ui/merchant-name.tsx';
import type { ComponentChildren, VNode } from 'preact';
import type { ScreenProps } from '../screens/screen-props.ts';
import { OVER } from '../visit/screens.ts';

interface SheetProps extends ScreenProps {
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
  readonly children: ComponentChildren;
}

export function Sheet({ words, visit, state, language, onLanguage, children }: SheetProps): VNode {
  const { claim, screen, offline } = state;
  const over = OVER.has(screen);
  return (
    <div class="sheet" data-screen={screen}>
      <header>
        <Wordmark />
        <p class="connection" role="status">
          {offline && <span>{words.reconnecting}</span>}
        </p>
        {claim !== undefined && !over && !offline && (
          <Countdown expiresAt={claim.expires_at} clock={visit.api.clock} words={words} />
        )}
      </header>
      <main>
        {(claim ?? screen === 'joining') && (
          <MerchantName name={claim?.merchant_name} logo={claim?.merchant_logo_url} />
        )}
        {claim?.display_text !== undefined && !over && (
          <DisplayText text={claim.display_text} from={words.display_text_from} merchant={claim.merchant_name} />
        )}
        {children}
        {over && <WayOn words={words} visit={visit} state={state} />}
      </main>
      <footer>
        <LanguageMenu language={language} label={words.language} onChoose={onLanguage} />
      </footer>
    </div>
  );
}

/** Back to the hosted page of this tab, or to the next code: an installed app has no address bar. */
const WayOn = ({ words, visit, state }: ScreenProps): VNode =>
  isHandedOver(visit.link) ? (
    <button type="button" class="main" onClick={returnToHostedPage}>
      {state.screen === 'invalid-link' ? words.retry : words.next}
    </button>
  ) : (
    <button type="button" class="quiet" onClick={visit.startAgain}>
      {words.scan_another}
    </button>
  );
