import { BackButton } from '@authly/ui/back-button.tsx';
import { endingOf } from '@authly/ui/ending-of.ts';
import { returnToHostedPage } from '@authly/ui/handover.ts';
import { Notice } from '@authly/ui/notice.tsx';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { hasWebAssembly, isSupported } from '../supported.ts';
import type { ScreenProps } from './screen-props.ts';

/** Back to the hosted page of this tab, or to the next code: an installed app has no address bar. */
const WayOn = ({ words, visit, back = words.next }: ScreenProps & { readonly back?: string }): VNode =>
  visit.isHandedOver ? (
    <button type="button" class="main" onClick={returnToHostedPage}>
      {back}
    </button>
  ) : (
    <button type="button" class="quiet" onClick={visit.startAgain}>
      {words.scan_start}
    </button>
  );

export const InvalidLink = (props: ScreenProps): VNode => (
  <Notice icon="broken" title={props.words.invalid_link_title} text={props.words.invalid_link_text}>
    <WayOn {...props} back={props.words.retry} />
  </Notice>
);

export const Taken = (props: ScreenProps): VNode => (
  <Notice icon="warning" title={props.words.taken_title} text={props.words.taken_text}>
    <WayOn {...props} />
  </Notice>
);

/** A supported browser is shown this if the merchant requires a passkey. */
export function Unsupported(props: ScreenProps): VNode {
  const { words, state } = props;
  const title = isSupported() ? words.failed_title : words.unsupported_title;
  const browser = hasWebAssembly() ? words.unsupported_text : words.switched_off_text;
  const text = isSupported() ? words.device_missing : browser;
  return (
    <Notice icon="warning" title={title} text={text} merchant={state.claim?.merchant_name ?? ''}>
      <WayOn {...props} />
    </Notice>
  );
}

export const OtherType = (props: ScreenProps): VNode => (
  <Notice icon="warning" title={props.words.other_type_title} text={props.words.other_type_text}>
    <WayOn {...props} />
  </Notice>
);

export const Unreachable = ({ words, visit }: ScreenProps): VNode => (
  <Notice icon="offline" title={words.unreachable_title} text={words.unreachable_text}>
    <button type="button" class="main" onClick={visit.retryJoin}>
      {words.retry}
    </button>
  </Notice>
);

/** A tab that was opened for this page only may close itself; the page that opened it is behind it. */
const mayClose = (): boolean => history.length === 1;

export function Ended(props: ScreenProps): VNode {
  const { words, visit, state } = props;
  const { status = 'failed', claim, failureCode, sameDevice } = state;
  useEffect(() => {
    if (visit.isHandedOver) returnToHostedPage();
  }, []);
  const { icon, title, text } = endingOf({ status, mode: claim?.mode, failureCode });
  const merchant = claim?.merchant_name ?? '';
  const onBack = sameDevice && mayClose() ? () => window.close() : undefined;
  return (
    <Notice icon={icon} title={words[title]} text={words[text]} merchant={merchant}>
      <BackButton words={words} merchant={merchant} onBack={onBack} />
      {!onBack && <WayOn {...props} />}
    </Notice>
  );
}
