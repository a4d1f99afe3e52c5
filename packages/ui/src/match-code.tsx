import type { VNode } from 'preact';

/** A large number to type on another device. `label`: for screen readers, with `{code}` in it; absent if a heading says it. */
export function MatchCode({ code, label }: { code: string; label?: string }): VNode {
  return (
    <p class="match-code">
      {label && <span class="unseen">{label.replace('{code}', code)}</span>}
      {code.split('').map((digit, place) => (
        <span key={place} aria-hidden="true">
          {digit}
        </span>
      ))}
    </p>
  );
}
