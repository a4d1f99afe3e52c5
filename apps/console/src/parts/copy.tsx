import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';

/** Returns the label of the button, and its action. */
export function useCopy(text: string, onCopied?: () => void): [label: string, copy: () => void] {
  const [label, setLabel] = useState('Copy');
  const copied = (): void => {
    setLabel('Copied');
    onCopied?.();
  };
  const copy = (): void => void navigator.clipboard.writeText(text).then(copied, () => setLabel('Not copied'));
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

interface WithCopyProps {
  readonly text: string;
  readonly what: string;
  readonly before?: string;
  readonly isSoft?: boolean;
  readonly children?: ComponentChildren;
}

/** A text that operators paste elsewhere. */
export const WithCopy = ({ text, what, before, isSoft = false, children }: WithCopyProps): VNode => (
  <p class={isSoft ? 'with-copy soft' : 'with-copy'}>
    {before} <span class="id">{text}</span> <Copy text={text} what={what} /> {children}
  </p>
);
