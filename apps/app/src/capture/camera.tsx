import { FingerprintMark } from '@authly/ui/fingerprint-mark.tsx';
import type { VNode } from 'preact';
import type { CaptureProps } from './capture-props.ts';
import { GuideFrame } from './guide.tsx';
import { useCamera } from './use-camera.ts';
import { Viewfinder } from './viewfinder.tsx';

/** Once allowed, the camera opens automatically for the next capture. */
let openedBefore = false;

export function Camera(props: CaptureProps): VNode {
  const { words, onMissing } = props;
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
      <div class="viewfinder closed">
        <FingerprintMark />
        <GuideFrame />
      </div>
      <p class="problem" role="alert">
        {problem ? words[`camera_${problem}`] : ''}
      </p>
      <button type="button" class="main" disabled={starting} onClick={() => void open()}>
        {starting ? words.camera_starting : words.camera_open}
      </button>
    </div>
  );
}
