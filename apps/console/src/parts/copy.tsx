import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { routeTo } from '../route.ts';

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

function Copy({ text, what }: { text: string; what: string }): VNode {
  const [label, copy] = useCopy(text);
  return (
    <button type="button" class="copy" aria-label={`${label} ${what}`} title={label} onClick={copy}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={label === 'Copied' ? 'M3 8.5l3.5 3.5 6.5-8' : 'M5.5 5.5h8v8h-8zM10.5 2.5h-8v8'} />
      </svg>
    </button>
  );
}

/** The end of an id. The rest is on hover, and copied. */
export const Id = ({ id, what, href }: { id: string; what: string; href?: string }): VNode => (
  <span class="short-id">
    <a class="id" {...(href && { href })} title={id}>
      …{id.slice(-6)}
    </a>
    <Copy text={id} what={what} />
  </span>
);

export const SessionId = ({ id }: { id: string }): VNode => (
  <Id id={id} what={`session id …${id.slice(-6)}`} href={routeTo(['sessions', id])} />
);

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
