import type { VNode } from 'preact';
import { Hands } from '../parts/hands.tsx';
import { Heading } from '../parts/heading.tsx';
import { Sentence } from '../parts/sentence.tsx';
import type { ScreenProps } from './screen-props.ts';

/** Who asks, for what, and what becomes of it. Nothing is captured before the person agrees. */
export function Consent({ words, visit, state: { claim } }: ScreenProps): VNode {
  const { mode, finger, merchant_name: merchant = '' } = claim ?? {};
  const isVerify = mode === 'verify';
  return (
    <div class="screen consent">
      <Heading text={isVerify ? words.consent_verify_title : words.consent_enroll_title} />
      <p class="lead">
        <Sentence text={isVerify ? words.consent_verify_lead : words.consent_enroll_lead} merchant={merchant} />
      </p>
      {finger && (
        <p class="asked-finger">
          <Hands chosen={finger} />
          {words[`finger_${finger}`]}
        </p>
      )}
      <ul class="points">
        <li>{words.consent_stays}</li>
        <li>{words.consent_sealed}</li>
        <li>
          <Sentence text={isVerify ? words.consent_once : words.consent_kept} merchant={merchant} />
        </li>
      </ul>
      <div class="actions">
        <button type="button" class="main" onClick={visit.consent}>
          {words.consent_yes}
        </button>
        <button type="button" class="quiet" onClick={() => void visit.giveUp('user_declined')}>
          {words.consent_no}
        </button>
      </div>
    </div>
  );
}
