import { Heading } from '@authly/page-kit/heading.tsx';
import { Icon, type IconName } from '@authly/page-kit/icon.tsx';
import { Sentence } from '@authly/page-kit/sentence.tsx';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Words } from '../../words/en.ts';
import { goBack } from '../way-back.ts';
import type { ScreenProps } from './screen-props.ts';

interface Ending {
  readonly icon: IconName;
  readonly title: keyof Words;
  readonly text: keyof Words;
  /** Where nobody knows who sent the person, nobody can lead them back. */
  readonly leadsBack?: boolean;
}

const isWord = (words: Words, key: string): key is keyof Words => Object.hasOwn(words, key);

/** Plain words for a failure code; a code that is not known yet gets a general sentence. */
export const failureWord = (words: Words, code: string | undefined): keyof Words => {
  const key = `failure_${code}`;
  return isWord(words, key) ? key : 'failure_other';
};

/** The end of an enrollment says that it is done; of a verification only that it is finished, never whether it matched. */
export const Succeeded = (props: ScreenProps): VNode =>
  props.session?.mode === 'verify' ? (
    <Ended {...props} icon="back" title="succeeded_verify_title" text="succeeded_verify_text" />
  ) : (
    <Ended {...props} icon="done" title="succeeded_enroll_title" text="succeeded_enroll_text" />
  );
export const Failed = (props: ScreenProps): VNode => (
  <Ended {...props} icon="warning" title="failed_title" text={failureWord(props.words, props.session?.failure_code)} />
);
export const Expired = (props: ScreenProps): VNode => (
  <Ended {...props} icon="expired" title="expired_title" text="expired_text" />
);
export const Canceled = (props: ScreenProps): VNode => (
  <Ended {...props} icon="stopped" title="canceled_title" text="canceled_text" />
);
export const InvalidLink = (props: ScreenProps): VNode => (
  <Ended {...props} icon="broken" title="invalid_title" text="invalid_text" leadsBack={false} />
);
export const Lost = (props: ScreenProps): VNode => (
  <Ended {...props} icon="offline" title="lost_title" text="lost_text" />
);

function Ended({ words, merchant, wayBack, icon, title, text, leadsBack = true }: ScreenProps & Ending): VNode {
  return (
    <div class="screen ended">
      <Icon name={icon} />
      <Heading text={words[title]} owner={merchant} />
      <p class="lead">
        <Sentence text={words[text]} merchant={merchant} />
      </p>
      {leadsBack && <BackButton words={words} merchant={merchant} wayBack={wayBack} />}
    </div>
  );
}

/** A browser may refuse to close a window that no script opened: then the person does. */
function BackButton({ words, merchant, wayBack }: Pick<ScreenProps, 'words' | 'merchant' | 'wayBack'>): VNode {
  const [tried, setTried] = useState(false);
  return (
    <>
      {wayBack !== 'by hand' && (
        <button
          type="button"
          class="main"
          onClick={() => {
            goBack(wayBack);
            setTried(true);
          }}
        >
          <Sentence text={words.back} merchant={merchant} />
        </button>
      )}
      {(wayBack === 'by hand' || tried) && <p class="hint">{words.close_hint}</p>}
    </>
  );
}
