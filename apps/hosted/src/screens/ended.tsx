import type { FinalStatus } from '@authly/contract/wire/states';
import { BackButton } from '@authly/ui/back-button.tsx';
import { endingOf } from '@authly/ui/ending-of.ts';
import { Notice } from '@authly/ui/notice.tsx';
import type { VNode } from 'preact';
import { useCountdown } from '@authly/ui/use-countdown.ts';
import { returnToMerchant } from '../return-to-merchant.ts';
import type { ScreenProps } from './screen-props.ts';

const CLOSES_AFTER_S = { done: 4, reason: 12 };

export function Ended(props: ScreenProps): VNode {
  const { words, merchant, session, returnMethod } = props;
  const status = session?.status as FinalStatus;
  const { icon, title, text } = endingOf({ status, mode: session?.mode, failureCode: session?.failure_code });
  const hasReason = status === 'failed' || status === 'expired';
  const closesAfter = returnMethod === 'close' ? CLOSES_AFTER_S[hasReason ? 'reason' : 'done'] : 0;
  const closing = useCountdown(closesAfter, () => returnToMerchant('close')) > 0;
  return (
    <Notice icon={icon} title={words[title]} text={words[text]} merchant={merchant} owner={merchant}>
      <Back {...props} />
      {closesAfter > 0 && <p class={closing ? 'hint' : 'hint over'}>{words.closes_soon}</p>}
    </Notice>
  );
}

/** The merchant is not known, so there is no way to return to it. */
export const InvalidLink = ({ words }: ScreenProps): VNode => (
  <Notice icon="broken" title={words.invalid_link_title} text={words.invalid_link_text} />
);

export const Lost = (props: ScreenProps): VNode => {
  const { words, merchant } = props;
  return (
    <Notice icon="offline" title={words.unreachable_title} text={words.lost_text} merchant={merchant} owner={merchant}>
      <Back {...props} />
    </Notice>
  );
};

const Back = ({ words, merchant, returnMethod }: ScreenProps): VNode => (
  <BackButton
    words={words}
    merchant={merchant}
    onBack={returnMethod === 'manual' ? undefined : () => returnToMerchant(returnMethod)}
  />
);
