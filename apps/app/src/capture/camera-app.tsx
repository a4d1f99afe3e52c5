import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { CaptureProps } from './capture-props.ts';
import { pictureOfFile } from './picture-of.ts';
import type { Picture } from './picture.ts';
import { useNext } from './use-next.ts';

interface CameraAppProps extends Pick<CaptureProps, 'words' | 'isNext' | 'isHeld' | 'onCapture'> {
  readonly class: 'main' | 'quiet';
}

export function CameraApp({ words, isNext, isHeld, onCapture, class: name }: CameraAppProps): VNode {
  const next = useNext<HTMLInputElement>(isNext);
  const [unreadable, setUnreadable] = useState(false);
  const [taken, setTaken] = useState<Picture>();
  // A photo waits while a question is open.
  useEffect(() => {
    if (!taken || isHeld) return;
    setTaken(undefined);
    onCapture({ from: 'photo', picture: taken });
  }, [taken, isHeld]);
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const picture = await pictureOfFile(file).catch(() => undefined);
    setUnreadable(picture === undefined);
    setTaken(picture);
  };
  return (
    <>
      <label class={`${name} camera-app`}>
        <input
          {...next}
          class="unseen"
          type="file"
          accept="image/*"
          capture="environment"
          onChange={({ currentTarget }) => {
            void take(currentTarget.files?.[0]);
            // So that another photo of the same name is noticed.
            currentTarget.value = '';
          }}
        />
        {words.camera_app}
      </label>
      <p class="problem" role="alert">
        {unreadable ? words.camera_app_unreadable : ''}
      </p>
    </>
  );
}
