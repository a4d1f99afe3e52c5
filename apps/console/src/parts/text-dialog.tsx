import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { saveFile } from './files.ts';

interface TextDialogProps {
  readonly title: string;
  readonly text: string;
  readonly note: string;
  readonly fileName?: string;
  readonly onClose: () => void;
}

export function TextDialog({ title, text, note, fileName, onClose }: TextDialogProps): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <dialog ref={dialog} class="shown-once" aria-labelledby="shown-title" onClose={onClose}>
      <h2 id="shown-title">{title}</h2>
      <pre tabIndex={0}>{text}</pre>
      <p>{note}</p>
      <div class="choices">
        <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
          Close
        </button>
        {fileName !== undefined && (
          <button type="button" class="quiet" onClick={() => saveFile(fileName, `${text}\n`)}>
            Download
          </button>
        )}
        <button type="button" class="main" autofocus onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
        </button>
      </div>
    </dialog>
  );
}
