import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { hasTorch, switchTorch } from './camera-stream.ts';
import type { CaptureProps } from './capture-props.ts';
import { FingerOutline, GuideFrame } from './guide.tsx';
import { useLooks } from './use-looks.ts';

/** Shows the camera, where the finger is and what to do next. Takes the picture automatically once the finger is sharp. */
export function Viewfinder(props: CaptureProps & { readonly stream: MediaStream }): VNode {
  const { words, stream } = props;
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current!;
    element.srcObject = stream;
    void element.play().catch(() => undefined);
    return () => void (element.srcObject = null);
  }, [stream]);
  const { look, hint, takeNow } = useLooks(video, stream, props);
  const state = look?.finger === undefined ? '' : look.fault === undefined ? ' found sharp' : ' found';
  return (
    <div class="source">
      <div class={`viewfinder${state}`}>
        <video ref={video} autoplay muted playsInline aria-label={words.camera_view} />
        <GuideFrame />
        <FingerOutline look={look} />
        {hasTorch(stream) && <Torch label={words.camera_torch} stream={stream} />}
      </div>
      <p class="hint" role="status">
        {words[hint]}
      </p>
      <button type="button" class="main" onClick={takeNow}>
        {words.camera_take}
      </button>
    </div>
  );
}

function Torch({ label, stream }: { readonly label: string; readonly stream: MediaStream }): VNode {
  const [isOn, setOn] = useState(false);
  return (
    <button
      type="button"
      class="torch"
      aria-pressed={isOn}
      onClick={() => {
        setOn(!isOn);
        void switchTorch(stream, !isOn).catch(() => setOn(false));
      }}
    >
      {label}
    </button>
  );
}
