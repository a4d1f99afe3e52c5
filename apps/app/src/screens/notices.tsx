import { BackButton } from '@authly/ui/back-button.tsx';
import { endingOf } from '@authly/ui/ending-of.ts';
import { isHandedOver, returnToHostedPage } from '@authly/ui/handover.ts';
import { Notice } from '@authly/ui/notice.tsx';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { hasWebAssembly, isSupported } from '../supported.ts';
import type { ScreenProps } from './screen-props.ts';

export const InvalidLink = ({ words }: ScreenProps): VNode => (
  <Notice icon="broken" title={words.invalid_link_title} text={words.invalid_link_text} />
);

export const Taken = ({ words }: ScreenProps): VNode => (
  <Notice icon="warning" title={words.taken_title} text={words.taken_text} />
);

/** A supported browser is shown this if the merchant requires a passkey. */
export function Unsupported({ words, state: { claim } }: ScreenProps): VNode {
  const title = isSupported() ? words.failed_title : words.unsupported_title;
  const browser = hasWebAssembly() ? words.unsupported_text : words.switched_off_text;
  const text = isSupported() ? words.device_missing : browser;
  return <Notice icon="warning" title={title} text={text} merchant={claim?.merchant_name ?? ''} />;
}

export const OtherType = ({ words }: ScreenProps): VNode => (
  <Notice icon="warning" title={words.other_type_title} text={words.other_type_text} />
);

export const Unreachable = ({ words, visit }: ScreenProps): VNode => (
  <Notice icon="offline" title={words.unreachable_title} text={words.unreachable_text}>
    <button type="button" class="main" onClick={visit.retryJoin}>
      {words.retry}
    </button>
  </Notice>
);

/** Back to the hosted page of this tab, or to the next code: an installed app has no address bar. */
export const WayOn = ({ words, visit, state }: ScreenProps): VNode =>
  isHandedOver(visit.link) ? (
    <button type="button" class="main" onClick={returnToHostedPage}>
      {state.screen === 'invalid-link' ? words.retry : words.next}
    </button>
  ) : (
    <button type="button" class="quiet" onClick={visit.startAgain}>
      {words.scan_another}
    </button>
  );

/** A tab that was opened for this page only may close itself; the page that opened it is behind it. */
const mayClose = (): boolean => history.length === 1;

export function Ended({ words, visit, state }: ScreenProps): VNode {
  const { status = 'failed', claim, failureCode, sameDevice } = state;
  useEffect(() => {
    if (isHandedOver(visit.link)) returnToHostedPage();
  }, []);
  const { icon, title, text } = endingOf({ status, mode: claim?.mode, failureCode });
  const merchant = claim?.merchant_name ?? '';
  const onBack = sameDevice && mayClose() ? () => window.close() : undefined;
  return (
    <Notice icon={icon} title={words[title]} text={words[text]} merchant={merchant}>
      <BackButton words={words} merchant={merchant} onBack={onBack} />
    </Notice>
  );
}
