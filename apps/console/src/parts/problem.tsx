import type { VNode } from 'preact';

export const Problem = ({ text }: { text: string | undefined }): VNode | null =>
  text === undefined ? null : (
    <p class="problem" role="alert">
      {text}
    </p>
  );
