import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Sentence } from './sentence.tsx';
import type { Words } from './words/languages.ts';

interface BackButtonProps {
  readonly words: Pick<Words<'shared'>, 'back' | 'close_hint'>;
  readonly merchant: string;
  /** Absent: nothing that the page can do leads back, the person closes it. */
  readonly onBack: (() => void) | undefined;
}

/** The one button of an end. A browser may refuse to close a window: then the person does. */
export function BackButton({ words, merchant, onBack }: BackButtonProps): VNode {
  const [tried, setTried] = useState(false);
  return (
    <>
      {onBack && (
        <button
          type="button"
          class="main"
          onClick={() => {
            onBack();
            setTried(true);
          }}
        >
          <Sentence text={words.back} merchant={merchant} />
        </button>
      )}
      <p class="hint" role="status">
        {(!onBack || tried) && words.close_hint}
      </p>
    </>
  );
}
