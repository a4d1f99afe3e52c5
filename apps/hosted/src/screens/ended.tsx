import { BackButton } from '@authly/ui/back-button.tsx';
import { endingOf } from '@authly/ui/ending-of.ts';
import { Heading } from '@authly/ui/heading.tsx';
import { Icon, type IconName } from '@authly/ui/icon.tsx';
import { Sentence } from '@authly/ui/sentence.tsx';
import type { FinalStatus } from '@authly/contract/states';
import type { ComponentChildren, VNode } from 'preact';
import { returnToMerchant, useAutoClose } from '../return-to-merchant.ts';
import type { HostedWords, ScreenProps } from './screen-props.ts';

interface Look {
  readonly icon: IconName;
  readonly title: keyof HostedWords;
  readonly text: keyof HostedWords;
}

/** Longer where there is a reason to read. */
const CLOSES_AFTER_MS = { done: 4000, reason: 12_000 };

/** The session has ended. */
export function Ended(props: ScreenProps): VNode {
  const { words, session, returnMethod } = props;
  const status = session?.status as FinalStatus;
  const look = endingOf({ status, mode: session?.mode, failureCode: session?.failure_code });
  const hasReason = status === 'failed' || status === 'expired';
  const closing = useAutoClose(returnMethod === 'close', hasReason ? CLOSES_AFTER_MS.reason : CLOSES_AFTER_MS.done);
  return (
    <End {...props} {...look}>
      <Back {...props} />
      {closing && <p class="hint">{words.closes_soon}</p>}
    </End>
  );
}

/** The merchant is not known, so there is no way to return to it. */
export const InvalidLink = (props: ScreenProps): VNode => (
  <End {...props} icon="broken" title="invalid_link_title" text="invalid_link_text" />
);

export const Lost = (props: ScreenProps): VNode => (
  <End {...props} icon="offline" title="unreachable_title" text="lost_text">
    <Back {...props} />
  </End>
);

const Back = ({ words, merchant, returnMethod }: ScreenProps): VNode => (
  <BackButton
    words={words}
    merchant={merchant}
    onBack={returnMethod === 'manual' ? undefined : () => returnToMerchant(returnMethod)}
  />
);

function End({
  words,
  merchant,
  icon,
  title,
  text,
  children,
}: ScreenProps & Look & { children?: ComponentChildren }): VNode {
  return (
    <div class="screen ended">
      <Icon name={icon} />
      <Heading text={words[title]} owner={merchant} />
      <p class="lead">
        <Sentence text={words[text]} merchant={merchant} />
      </p>
      {children}
    </div>
  );
}
