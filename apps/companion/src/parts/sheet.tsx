import type { ComponentChildren, VNode } from 'preact';
import type { ScreenProps } from '../screens/screen-props.ts';
import { Countdown } from './countdown.tsx';
import { FingerprintMark } from './fingerprint-mark.tsx';

/** What stays the same around every screen: whose app this is, who asks, and that the picture stays here. */
export function Sheet({ words, visit, state, children }: ScreenProps & { children: ComponentChildren }): VNode {
  const { claim, screen, offline } = state;
  const running = claim !== undefined && screen !== 'ended' && screen !== 'gone';
  return (
    <div class="sheet" data-screen={screen}>
      <header>
        <p class="wordmark">
          <FingerprintMark />
          Authly
        </p>
        {running && <Countdown label={words.time_left} until={claim.expires_at} clockOffset={visit.api.clockOffset} />}
      </header>
      <p class="connection" role="status">
        {offline && <span>{words.reconnecting}</span>}
      </p>
      <main>
        {!claim && screen === 'joining' && <p class="merchant" />}
        {claim && (
          <p class="merchant">
            <span class="initial" aria-hidden="true">
              {String.fromCodePoint(claim.merchant_name.codePointAt(0) ?? 32)}
            </span>
            <bdi>{claim.merchant_name}</bdi>
          </p>
        )}
        {children}
      </main>
      <footer>
        <p class="privacy">{words.privacy}</p>
      </footer>
    </div>
  );
}
