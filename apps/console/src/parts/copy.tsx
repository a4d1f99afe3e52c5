import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

export function Copy({ text, what }: { text: string; what: string }): VNode {
  const [said, setSaid] = useState('Copy');
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => setSaid('Copied'),
      () => setSaid('Not copied'),
    );
  return (
    <button type="button" class="copy" aria-label={`${said} ${what}`} onClick={copy}>
      {said}
    </button>
  );
}
