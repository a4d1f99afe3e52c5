import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { HostedWords } from './screens/screen-props.ts';

export function CopyCommand({ words, command }: { words: HostedWords; command: string }): VNode {
  const [copied, setCopied] = useState(false);
  const copy = (): void =>
    void navigator.clipboard.writeText(command).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <p class="command">
      <code dir="ltr">{command}</code>
      <button type="button" onClick={copy}>
        {words.copy}
      </button>
      <span class="unseen" role="status">
        {copied && words.copied}
      </span>
    </p>
  );
}
