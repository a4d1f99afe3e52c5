import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Words } from '../words/en.ts';
import { Sentence } from './sentence.tsx';

interface Props {
  readonly words: Words;
  readonly merchant: string;
  readonly onStop: () => void;
  readonly onKeep: () => void;
}

export function StopQuestion({ words, merchant, onStop, onKeep }: Props): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby="stop-title" onClose={onKeep}>
      <h2 id="stop-title">{words.stop_title}</h2>
      <p>
        <Sentence text={words.stop_text} merchant={merchant} />
      </p>
      <div class="choices">
        <button type="button" class="quiet danger" onClick={onStop}>
          {words.stop_yes}
        </button>
        <button type="button" class="main" onClick={() => dialog.current?.close()}>
          {words.stop_no}
        </button>
      </div>
    </dialog>
  );
}
