import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Words } from '../words/en.ts';
import { Sentence } from './sentence.tsx';

interface Asked {
  readonly words: Words;
  readonly merchant: string;
  /** False when it did not get through. */
  readonly onCancel: () => Promise<boolean>;
  readonly onClose: () => void;
}

/** The question before a cancel: the browser's own dialog keeps the focus inside and closes on Escape. */
export function CancelQuestion({ words, merchant, onCancel, onClose }: Asked): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  const cancel = async (): Promise<void> => {
    setSending(true);
    setFailed(!(await onCancel()));
    setSending(false);
  };
  return (
    <dialog ref={dialog} aria-labelledby="cancel-question" aria-describedby="cancel-text" onClose={onClose}>
      <h2 id="cancel-question">{words.cancel_question}</h2>
      <p id="cancel-text">
        <Sentence text={words.cancel_text} merchant={merchant} />
      </p>
      <p class="problem" role="alert">
        {failed ? words.action_failed : ''}
      </p>
      <div class="choices">
        <button type="button" class="quiet danger" disabled={sending} onClick={() => void cancel()}>
          {words.cancel_yes}
        </button>
        <button type="button" class="main" autofocus onClick={() => dialog.current?.close()}>
          {words.cancel_no}
        </button>
      </div>
    </dialog>
  );
}
