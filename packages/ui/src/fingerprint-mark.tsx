import type { VNode } from 'preact';
import { RIDGES } from './ridges.ts';

export function FingerprintMark({ breathing = false }: { breathing?: boolean }): VNode {
  return (
    <svg class={breathing ? 'mark breathing' : 'mark'} viewBox="0 0 96 96" aria-hidden="true" focusable="false">
      {RIDGES.map((ridge) => (
        <path key={ridge} d={ridge} />
      ))}
    </svg>
  );
}

export const Wordmark = (): VNode => (
  <p class="wordmark">
    <FingerprintMark />
    Authly
  </p>
);
