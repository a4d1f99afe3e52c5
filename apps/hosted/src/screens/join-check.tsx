import { Heading } from '@authly/ui/heading.tsx';
import { MatchCode } from '@authly/ui/match-code.tsx';
import type { VNode } from 'preact';
import type { ScreenProps } from './screen-props.ts';

/** An app joined by the code. Its user types the number, which only this page shows. */
export function JoinCheck({ words, merchant, session, onCancel }: ScreenProps): VNode {
  const code = session?.match_code ?? '';
  return (
    <div class="screen join-check">
      <Heading text={words.join_title.replace('{code}', code)} owner={merchant} />
      <p class="lead">{words.join_lead}</p>
      <MatchCode code={code} />
      <p class="pending" role="status">
        {words.qr_waiting}
      </p>
      <button type="button" class="text danger" onClick={onCancel}>
        {words.join_no}
      </button>
    </div>
  );
}
