import type { VNode } from 'preact';

/** The number that page and phone both show. `label`: the sentence for screen readers, with `{code}` in it. */
export function MatchCode({ code, label }: { code: string; label: string }): VNode {
  return (
    <p class="match-code">
      <span class="unseen">{label.replace('{code}', code)}</span>
      {code.split('').map((digit, place) => (
        <span key={place} aria-hidden="true">
          {digit}
        </span>
      ))}
    </p>
  );
}
