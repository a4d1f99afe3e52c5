import type { VNode } from 'preact';
import { RIDGES } from './ridges.ts';

/** Our mark, drawn in the colour of the text around it. */
export function FingerprintMark({ breathing = false }: { breathing?: boolean }): VNode {
  return (
    <svg class={breathing ? 'mark breathing' : 'mark'} viewBox="0 0 96 96" aria-hidden="true" focusable="false">
      {RIDGES.map((ridge) => (
        <path key={ridge} d={ridge} />
      ))}
    </svg>
  );
}

/** Whose page this is. */
export const Wordmark = (): VNode => (
  <p class="wordmark">
    <FingerprintMark />
    Authly
  </p>
);
