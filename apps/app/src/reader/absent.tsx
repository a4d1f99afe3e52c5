import { LOCAL_READERS } from '@authly/contract/local-readers';
import type { VNode } from 'preact';
import type { AppWords } from '../capture/capture-props.ts';

/** No program of a reader answers: what to do about it. A certificate that the browser does not trust looks the same. */
export function Absent({ words, onAgain }: { words: AppWords; onAgain: () => void }): VNode {
  return (
    <div class="source">
      <p class="problem" role="alert">
        {words.reader_absent}
      </p>
      <p class="hint">{words.reader_absent_help}</p>
      <p class="hint">{words.reader_network}</p>
      <a class="quiet" href={`${LOCAL_READERS.agent}/`} target="_blank" rel="noopener noreferrer">
        {words.reader_open}
      </a>
      <button type="button" class="main" onClick={onAgain}>
        {words.reader_look_again}
      </button>
    </div>
  );
}
