import { FingerprintMark } from '@authly/ui/fingerprint-mark.tsx';
import type { VNode } from 'preact';

/** Without a word: whose language it is, is not known yet. The same as the shell in index.html. */
export function Loading(): VNode {
  return (
    <div class="screen loading" aria-busy="true">
      <FingerprintMark breathing />
    </div>
  );
}
