import { FingerprintMark } from '@authly/ui/fingerprint-mark.tsx';
import { Heading } from '@authly/ui/heading.tsx';
import type { VNode } from 'preact';
import type { ScreenProps } from './screen-props.ts';

/** The person is busy in the app. */
export const AppLaunched = ({ words, merchant }: ScreenProps): VNode => (
  <InProgress title={words.app_title} text={words.app_lead} merchant={merchant} />
);

/** The finger is there; nothing is left to do but wait, and it can no longer be canceled. */
export const Processing = ({ words, merchant, session }: ScreenProps): VNode => (
  <InProgress
    title={words.processing_title}
    text={session?.mode === 'verify' ? words.processing_verify : words.processing_enroll}
    merchant={merchant}
  />
);

function InProgress({ title, text, merchant }: { title: string; text: string; merchant: string }): VNode {
  return (
    <div class="screen in-progress">
      <Heading text={title} owner={merchant} />
      <p class="lead">{text}</p>
      <div class="figure">
        <FingerprintMark breathing />
      </div>
    </div>
  );
}
