import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Sentence } from './sentence.tsx';
import type { Words } from './words/languages.ts';

interface BackButtonProps {
  readonly words: Pick<Words<'shared'>, 'back' | 'close_hint'>;
  readonly merchant: string;
  /** Absent: the user closes the page. */
  readonly onBack: (() => void) | undefined;
}

/** If the browser refuses to close the window, it asks the user to. */
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
