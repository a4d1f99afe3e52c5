import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { hasTorch } from './camera-stream.ts';
import type { CaptureProps } from './capture-props.ts';
import { FingerOutline, GuideFrame } from './guide.tsx';
import { Shutter, Torch } from './shutter.tsx';
import { useLooks } from './use-looks.ts';

interface ViewfinderProps extends CaptureProps {
  readonly stream: MediaStream;
  readonly children: ComponentChildren;
}

export function Viewfinder(props: ViewfinderProps): VNode {
  const { words, stream, isNext, children } = props;
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current!;
    element.srcObject = stream;
    return () => void (element.srcObject = null);
  }, [stream]);
  const { look, hint, shutter, press } = useLooks(video, stream, props);
  const state = look?.finger === undefined ? '' : look.fault === undefined ? ' found sharp' : ' found';
  return (
    <div class="source">
      <div class={`viewfinder open${state}`}>
        <video ref={video} autoplay muted playsInline aria-label={words.camera_view} />
        <GuideFrame />
        <FingerOutline look={look} />
        <p class="pill" role="status">
          {words[hint]}
        </p>
        <div class="controls">
          <p class="pill" role="status">
            {shutter === 'taking' ? words.camera_taking : shutter === 'overdue' ? words.camera_overdue : ''}
          </p>
          {shutter === 'overdue' && <div class="ways-on">{children}</div>}
          <Shutter
            label={words.camera_take}
            isTaking={shutter === 'taking'}
            progress={look?.progress ?? 0}
            isNext={isNext}
            onPress={press}
          />
          {hasTorch(stream) && <Torch label={words.camera_torch} stream={stream} />}
        </div>
      </div>
    </div>
  );
}
