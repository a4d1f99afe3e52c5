import { BackButton } from '@authly/ui/back-button.tsx';
import { endingOf } from '@authly/ui/ending-of.ts';
import { Heading } from '@authly/ui/heading.tsx';
import { Icon, type IconName } from '@authly/ui/icon.tsx';
import { Sentence } from '@authly/ui/sentence.tsx';
import type { FinalStatus } from '@authly/contract/states';
import type { ComponentChildren, VNode } from 'preact';
import { useCloseByItself } from '../close-by-itself.ts';
import { goBack } from '../way-back.ts';
import type { HostedWords, ScreenProps } from './screen-props.ts';

interface Look {
  readonly icon: IconName;
  readonly title: keyof HostedWords;
  readonly text: keyof HostedWords;
}

/** Time to see that it is done; more of it where there is something to read. */
const CLOSES_AFTER_MS = { done: 4000, told: 12_000 };

/** The session has ended, one way or the other. */
export function Ended(props: ScreenProps): VNode {
  const { words, merchant, session, wayBack } = props;
  const status = session?.status as FinalStatus;
  const look = endingOf({ status, mode: session?.mode, failureCode: session?.failure_code });
  const isRead = status === 'failed' || status === 'expired';
  const closing = useCloseByItself(wayBack === 'close', isRead ? CLOSES_AFTER_MS.told : CLOSES_AFTER_MS.done);
  return (
    <End {...props} {...look}>
      <BackButton
        words={words}
        merchant={merchant}
        onBack={wayBack === 'by hand' ? undefined : () => goBack(wayBack)}
      />
      {closing && <p class="hint">{words.closes_soon}</p>}
    </End>
  );
}

/** Nobody knows who sent the person: nobody can lead them back. */
export const InvalidLink = (props: ScreenProps): VNode => (
  <End {...props} icon="broken" title="invalid_link_title" text="invalid_link_text" />
);

export const Lost = (props: ScreenProps): VNode => (
  <End {...props} icon="offline" title="unreachable_title" text="lost_text">
    <BackButton
      words={props.words}
      merchant={props.merchant}
      onBack={props.wayBack === 'by hand' ? undefined : () => goBack(props.wayBack)}
    />
  </End>
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
