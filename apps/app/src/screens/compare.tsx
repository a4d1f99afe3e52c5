import { Heading } from '@authly/ui/heading.tsx';
import { MatchCode } from '@authly/ui/match-code.tsx';
import type { VNode } from 'preact';
import type { ScreenProps } from './screen-props.ts';

export function Compare({ words, visit, state: { claim } }: ScreenProps): VNode {
  return (
    <div class="screen compare">
      <Heading text={words.compare_title} />
      <p class="lead">{words.compare_lead}</p>
      <MatchCode code={claim?.match_code ?? ''} label={words.code_to_compare} />
      <p class="pending" role="status">
        {words.compare_waiting}
      </p>
      <button type="button" class="text danger" onClick={() => void visit.giveUp('user_declined')}>
        {words.compare_no}
      </button>
    </div>
  );
}
