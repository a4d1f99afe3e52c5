import { FingerprintMark } from '@authly/ui/fingerprint-mark.tsx';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CaptureProps } from './capture-props.ts';
import { pictureOfFile } from './picture-of.ts';
import { useNext } from './use-next.ts';

/** A photo from the phone's camera app; where files are taken, also from its gallery, or a file dropped on the page. It is not sent. */
export function Photo({ words, takesFiles, isNext, onCapture }: CaptureProps): VNode {
  const next = useNext<HTMLInputElement>(isNext);
  const [unreadable, setUnreadable] = useState(false);
  const [over, setOver] = useState(false);
  const take = async (file: File | null | undefined): Promise<void> => {
    if (!file) return;
    const picture = await pictureOfFile(file).catch(() => undefined);
    setUnreadable(picture === undefined);
    if (picture) onCapture({ from: 'picture', picture });
  };
  return (
    <div class="source">
      <p class="hint">{words.photo_lead}</p>
      <label
        class={over ? 'drop-area over' : 'drop-area'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          if (takesFiles) void take(event.dataTransfer?.files[0]);
        }}
      >
        <input
          {...next}
          class="unseen"
          type="file"
          accept="image/*"
          capture={takesFiles ? undefined : 'environment'}
          onChange={({ currentTarget }) => {
            void take(currentTarget.files?.[0]);
            // So that the same file can be chosen again.
            currentTarget.value = '';
          }}
        />
        <FingerprintMark />
        <span class="main">{words.photo_choose}</span>
        {takesFiles && <span class="drop-hint">{words.photo_drop}</span>}
      </label>
      <p class="problem" role="alert">
        {unreadable ? words.photo_unreadable : ''}
      </p>
    </div>
  );
}
