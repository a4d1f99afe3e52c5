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
          <Sentence text={point} merchant={merchant} />
        </li>
      ),
    )}
  </ul>
);
