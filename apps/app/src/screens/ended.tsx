import { BackButton } from '@authly/ui/back-button.tsx';
import { endingOf } from '@authly/ui/ending-of.ts';
import { Heading } from '@authly/ui/heading.tsx';
import { Icon } from '@authly/ui/icon.tsx';
import { Sentence } from '@authly/ui/sentence.tsx';
import type { VNode } from 'preact';
import type { ScreenProps } from './screen-props.ts';

/** A tab that was opened for this page alone may close itself; behind it stands the page that led here. */
const mayClose = (): boolean => history.length === 1;

/** The same story as on the hosted page, and on its device the way back to it. */
export function Ended({ words, state: { status = 'failed', claim, failureCode, sameDevice } }: ScreenProps): VNode {
  const { icon, title, text } = endingOf({ status, mode: claim?.mode, failureCode });
  const merchant = claim?.merchant_name ?? '';
  return (
    <div class="screen ended">
      <Icon name={icon} />
      <Heading text={words[title]} owner="Authly" />
      <p class="lead">
        <Sentence text={words[text]} merchant={merchant} />
      </p>
      <BackButton
        words={words}
        merchant={merchant}
        onBack={sameDevice && mayClose() ? () => window.close() : undefined}
      />
    </div>
  );
}
