import type { ComponentChildren, VNode } from 'preact';
import { useDialog } from './use-dialog.ts';

interface QuestionProps {
  readonly title: string;
  readonly yes: string;
  readonly no: string;
  readonly children: ComponentChildren;
  /** Why the last confirmation failed. Absent if it cannot fail. */
  readonly problem?: string;
  readonly busy?: boolean;
  readonly onYes: () => void;
  readonly onClose: () => void;
}

/** A question before something that cannot be undone. The browser's own dialog keeps the focus inside and closes on Escape. */
export function Question({ title, yes, no, children, problem, busy = false, onYes, onClose }: QuestionProps): VNode {
  const { dialog, close } = useDialog(onClose);
  return (
    <dialog {...dialog} aria-labelledby="question-title" aria-describedby="question-text">
      <h2 id="question-title">{title}</h2>
      <p id="question-text">{children}</p>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <div class="choices">
        <button type="button" class="quiet danger" disabled={busy} onClick={onYes}>
          {yes}
        </button>
        <button type="button" class="main" autofocus onClick={close}>
          {no}
        </button>
      </div>
    </dialog>
  );
}
