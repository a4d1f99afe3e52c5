import { ConsentPoints } from '@authly/ui/consent-points.tsx';
import { Heading } from '@authly/ui/heading.tsx';
import { MerchantPrivacy } from '@authly/ui/merchant-privacy.tsx';
import { Sentence } from '@authly/ui/sentence.tsx';
import { useSettled } from '@authly/ui/use-settled.ts';
import type { VNode } from 'preact';
import { Hands } from '../parts/hands.tsx';
import type { ScreenProps } from './screen-props.ts';

export function Consent({ words, visit, state: { claim } }: ScreenProps): VNode {
  const { mode, finger, merchant_name: merchant = '' } = claim ?? {};
  const isVerify = mode === 'verify';
  const settled = useSettled(claim?.session_id);
  return (
    <div class="screen consent">
      <Heading text={isVerify ? words.verify_title : words.enroll_title} />
      <p class="lead">
        <Sentence text={isVerify ? words.consent_verify_lead : words.consent_enroll_lead} merchant={merchant} />
      </p>
      {finger && (
        <p class="asked-finger">
          <Hands chosen={finger} />
          {words[`finger_${finger}`]}
        </p>
      )}
      <ConsentPoints words={words} mode={mode} merchant={merchant} />
      <MerchantPrivacy
        words={words}
        merchant={merchant}
        privacyUrl={claim?.privacy_url}
        retentionText={claim?.retention_text}
      />
      <div class="actions">
        <button type="button" class="main" aria-disabled={!settled} onClick={() => settled && visit.consent()}>
          {words.consent_yes}
        </button>
        <button type="button" class="quiet" onClick={() => void visit.giveUp('user_declined')}>
          {words.consent_no}
        </button>
      </div>
    </div>
  );
}
