import { Heading } from '@authly/ui/heading.tsx';
import { MerchantPrivacy } from '@authly/ui/merchant-privacy.tsx';
import { Sentence } from '@authly/ui/sentence.tsx';
import type { VNode } from 'preact';
import { Hands } from '../parts/hands.tsx';
import type { ScreenProps } from './screen-props.ts';

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
        {[words.consent_stays, words.consent_sent, isVerify ? words.consent_once : words.consent_stored].map(
          (point) => (
            <li key={point}>
              <Tick />
              <Sentence text={point} merchant={merchant} />
            </li>
          ),
        )}
      </ul>
      <MerchantPrivacy
        words={words}
        merchant={merchant}
        privacyUrl={claim?.privacy_url}
        retentionText={claim?.retention_text}
      />
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

const Tick = (): VNode => (
  <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path
      fill-rule="evenodd"
      d="M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22zm5.6 8.3-6.5 7.1a1.1 1.1 0 0 1-1.6 0l-3.2-3.3a1.1 1.1 0 1 1 1.6-1.5l2.4 2.4 5.7-6.2a1.1 1.1 0 1 1 1.6 1.5z"
    />
  </svg>
);
