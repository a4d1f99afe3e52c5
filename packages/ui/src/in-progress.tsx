import type { VNode } from 'preact';
import { FingerprintMark } from './fingerprint-mark.tsx';
import { Heading } from './heading.tsx';
import { Sentence } from './sentence.tsx';

interface InProgressProps {
  readonly title: string;
  readonly text?: string;
  readonly merchant: string;
  readonly owner?: string;
}

export const InProgress = ({ title, text, merchant, owner }: InProgressProps): VNode => (
  <div class="screen in-progress" aria-busy="true">
    <Heading text={title} owner={owner} />
    <p class="lead" role="status">
      {text !== undefined && <Sentence text={text} merchant={merchant} />}
    </p>
    <div class="figure">
      <FingerprintMark breathing />
    </div>
  </div>
);
