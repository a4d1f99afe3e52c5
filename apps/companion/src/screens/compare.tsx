import type { VNode } from 'preact';
import { Heading } from '../parts/heading.tsx';
import type { ScreenProps } from './screen-props.ts';

/** The page shows the same number: only its owner, who sees both, can confirm it. */
export function Compare({ words, visit, state: { claim } }: ScreenProps): VNode {
  const code = claim?.match_code ?? '';
  return (
    <div class="screen compare">
      <Heading text={words.compare_title} />
      <p class="lead">{words.compare_lead}</p>
      <p class="match-code">
        <span class="unseen">{words.compare_code.replace('{code}', code)}</span>
        {code.split('').map((digit, place) => (
          <span key={place} aria-hidden="true">
            {digit}
          </span>
        ))}
      </p>
      <p class="pending" role="status">
        {words.compare_waiting}
      </p>
      <button type="button" class="text danger" onClick={() => void visit.giveUp('user_declined')}>
        {words.compare_no}
      </button>
    </div>
  );
}
