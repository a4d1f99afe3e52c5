import type { VNode } from 'preact';
import type { CaptureProps } from './capture-props.ts';
import { Distance } from './distance.tsx';
import { useNext } from './use-next.ts';
import { useCamera } from './use-camera.ts';
import { Viewfinder } from './viewfinder.tsx';

/** Once allowed, the camera opens automatically for the next capture. */
let openedBefore = false;

export function Camera(props: CaptureProps): VNode {
  const { words, isNext, onMissing } = props;
  const next = useNext(isNext && !openedBefore);
  const { stream, problem, starting, open } = useCamera({
    atOnce: openedBefore,
    onAnswer: (problem) => {
      openedBefore = problem === undefined;
      if (problem === 'missing') onMissing();
    },
  });
  if (stream) return <Viewfinder {...props} stream={stream} />;
  return (
    <div class="source">
      <p class="hint">{words.camera_lead}</p>
      <Distance words={words} />
      <p class="problem" role="alert">
        {problem ? words[`camera_${problem}`] : ''}
      </p>
      <button {...next} type="button" class="main" disabled={starting} onClick={() => void open()}>
        {starting ? words.camera_starting : words.camera_open}
      </button>
    </div>
  );
}
