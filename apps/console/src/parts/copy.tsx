import { useDialog } from '@authly/ui/use-dialog.ts';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { saveFile } from './files.ts';
import { useSecretOnScreen } from './use-form.ts';

/** The label of the button, and its action. */
function useCopy(text: string): [label: string, copy: () => void] {
  const [label, setLabel] = useState('Copy');
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => setLabel('Copied'),
      () => setLabel('Not copied'),
    );
  return [label, copy];
}

export function Copy({ text, what }: { text: string; what: string }): VNode {
  const [label, copy] = useCopy(text);
  return (
    <button type="button" class="copy" aria-label={`${label} ${what}`} onClick={copy}>
      {label}
    </button>
  );
}

interface TextDialogProps {
  readonly title: string;
  readonly text: string;
  readonly note: string;
  readonly fileName?: string;
  /** Asks before the operator leaves the page. */
  readonly isSecret?: boolean;
  readonly onClose: () => void;
}

export function TextDialog({ title, text, note, fileName, isSecret = false, onClose }: TextDialogProps): VNode {
  const { dialog, close } = useDialog(onClose);
  const [label, copy] = useCopy(text);
  useSecretOnScreen(isSecret);
  return (
    <dialog {...dialog} class="shown-once" aria-labelledby="shown-title">
      <h2 id="shown-title">{title}</h2>
      <pre tabIndex={0}>{text}</pre>
      <p>{note}</p>
      <div class="choices">
        <button type="button" class="quiet" onClick={close}>
          Close
        </button>
        {fileName !== undefined && (
          <button type="button" class="quiet" onClick={() => saveFile(fileName, `${text}\n`)}>
            Download
          </button>
        )}
        <button type="button" class="main" autofocus onClick={copy}>
          {label}
        </button>
      </div>
    </dialog>
  );
}
