import { FingerprintMark } from '@authly/ui/fingerprint-mark.tsx';
import { InProgress } from '@authly/ui/in-progress.tsx';
import type { VNode } from 'preact';
import type { ScreenProps } from './screen-props.ts';

/** The same as the shell in index.html. It has no words, because the language is not known yet. */
export const Loading = (): VNode => (
  <div class="screen loading" aria-busy="true">
    <FingerprintMark breathing />
  </div>
);

export const AppLaunched = ({ words, merchant, byPhone }: ScreenProps): VNode => (
  <InProgress
    title={byPhone ? words.qr_waiting : words.app_title}
    text={words.app_lead}
    merchant={merchant}
    owner={merchant}
  />
);

export const Processing = ({ words, merchant, session }: ScreenProps): VNode => (
  <InProgress
    title={words.processing_title}
    text={session?.mode === 'verify' ? words.processing_verify : words.processing_enroll}
    merchant={merchant}
    owner={merchant}
  />
);
