import { Heading } from '@authly/page-kit/heading.tsx';
import { Icon, type IconName } from '@authly/page-kit/icon.tsx';
import { Sentence } from '@authly/page-kit/sentence.tsx';
import type { VNode } from 'preact';
import type { VisitState } from '../visit/state.ts';
import type { WordKey } from '../words/en.ts';
import type { ScreenProps } from './screen-props.ts';

type Ending = readonly [icon: IconName, title: WordKey, text: WordKey];

/** The end of an enrollment says that it is done; of a verification only that it is finished, never whether it matched. */
function endingOf({ status, claim, reported }: VisitState): Ending {
  if (status === 'succeeded')
    return claim?.mode === 'verify'
      ? ['back', 'succeeded_verify_title', 'succeeded_verify_text']
      : ['done', 'succeeded_enroll_title', 'succeeded_enroll_text'];
  if (status === 'expired') return ['expired', 'expired_title', 'expired_text'];
  if (status === 'canceled') return ['stopped', 'canceled_title', 'canceled_text'];
  if (reported === 'user_declined') return ['stopped', 'declined_title', 'declined_text'];
  if (reported !== undefined) return ['stopped', 'stopped_title', 'stopped_text'];
  return ['warning', 'failed_title', 'failed_text'];
}

export function Ended({ words, state }: ScreenProps): VNode {
  const [icon, title, text] = endingOf(state);
  return (
    <div class="screen ended">
      <Icon name={icon} />
      <Heading text={words[title]} owner="Authly" />
      <p class="lead">
        <Sentence text={words[text]} merchant={state.claim?.merchant_name ?? ''} />
      </p>
      <p class="hint">{words.close_hint}</p>
    </div>
  );
}
