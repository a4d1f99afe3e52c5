import type { VNode } from 'preact';
import type { AppWords } from '../capture/capture-props.ts';
import { CAPTURE_NUMBER } from '../capture/use-next.ts';

export function CaptureProgress({ words, taken, total }: { words: AppWords; taken: number; total: number }): VNode {
  return (
    <p class="progress">
      <span class="dots" aria-hidden="true">
        {Array.from({ length: total }, (_, i) => (
          <span key={i} class={i < taken ? 'dot taken' : i === taken ? 'dot next' : 'dot'} />
        ))}
      </span>
      <span id={CAPTURE_NUMBER}>
        {words.capture_number.replace('{n}', String(Math.min(total, taken + 1))).replace('{total}', String(total))}
      </span>
    </p>
  );
}
