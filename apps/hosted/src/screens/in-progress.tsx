import { FingerprintMark } from '@authly/ui/fingerprint-mark.tsx';
import { isHandedOver, returnToApp } from '@authly/ui/handover.ts';
import { Heading } from '@authly/ui/heading.tsx';
import type { ComponentChildren, VNode } from 'preact';
import type { ScreenProps } from './screen-props.ts';

/** The same as the shell in index.html. It has no words, because the language is not known yet. */
export const Loading = (): VNode => (
  <div class="screen loading" aria-busy="true">
    <FingerprintMark breathing />
  </div>
);

export const AppLaunched = ({ words, merchant, session, byPhone }: ScreenProps): VNode => (
  <InProgress title={byPhone ? words.app_title_phone : words.app_title} text={words.app_lead} merchant={merchant}>
    {isHandedOver(session?.session_id) && (
      <button type="button" class="main" onClick={returnToApp}>
        {words.next}
      </button>
    )}
  </InProgress>
);

export const Processing = ({ words, merchant, session }: ScreenProps): VNode => (
  <InProgress
    title={words.processing_title}
    text={session?.mode === 'verify' ? words.processing_verify : words.processing_enroll}
    merchant={merchant}
  />
);

interface InProgressProps {
  readonly title: string;
  readonly text: string;
  readonly merchant: string;
  readonly children?: ComponentChildren;
}

function InProgress({ title, text, merchant, children }: InProgressProps): VNode {
  return (
    <div class="screen in-progress">
      <Heading text={title} owner={merchant} />
      <p class="lead">{text}</p>
      <div class="figure">
        <FingerprintMark breathing />
      </div>
      {children}
    </div>
  );
}
