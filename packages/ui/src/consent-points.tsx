import type { Mode } from '@authly/contract/wire/states';
import type { VNode } from 'preact';
import { Sentence } from './sentence.tsx';
import type { Words } from './words/languages.ts';

interface ConsentPointsProps {
  readonly words: Words<'shared'>;
  readonly mode: Mode | undefined;
  readonly merchant: string;
}

/** What happens with the fingerprint of a user who agrees. */
export const ConsentPoints = ({ words, mode, merchant }: ConsentPointsProps): VNode => (
  <ul class="points">
    {[words.consent_stays, words.consent_sent, mode === 'verify' ? words.consent_once : words.consent_stored].map(
      (point) => (
        <li key={point}>
          <Tick />
          <Sentence text={point} merchant={merchant} />
        </li>
      ),
    )}
  </ul>
);

const Tick = (): VNode => (
  <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path
      fill-rule="evenodd"
      d="M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22zm5.6 8.3-6.5 7.1a1.1 1.1 0 0 1-1.6 0l-3.2-3.3a1.1 1.1 0 1 1 1.6-1.5l2.4 2.4 5.7-6.2a1.1 1.1 0 1 1 1.6 1.5z"
    />
  </svg>
);
