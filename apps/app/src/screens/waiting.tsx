import { FingerprintMark } from '@authly/ui/fingerprint-mark.tsx';
import { Heading } from '@authly/ui/heading.tsx';
import { Sentence } from '@authly/ui/sentence.tsx';
import type { VNode } from 'preact';
import type { ScreenProps } from './screen-props.ts';

function Waiting({
  title,
  text,
  merchant = '',
}: {
  title: string;
  text?: string;
  merchant?: string | undefined;
}): VNode {
  return (
    <div class="screen in-progress" aria-busy="true">
      <Heading text={title} />
      <p class="lead" role="status">
        {text !== undefined && <Sentence text={text} merchant={merchant} />}
      </p>
      <div class="figure">
        <FingerprintMark breathing />
      </div>
    </div>
  );
}

export const Joining = ({ words }: ScreenProps): VNode => <Waiting title={words.joining_title} />;

export const Reading = ({ words }: ScreenProps): VNode => <Waiting title={words.reading_title} />;

export function Sending({ words, state: { claim, reported } }: ScreenProps): VNode {
  const text = reported ? words.stopping : claim?.mode === 'verify' ? words.processing_verify : words.processing_enroll;
  return <Waiting title={words.processing_title} text={text} merchant={claim?.merchant_name} />;
}
