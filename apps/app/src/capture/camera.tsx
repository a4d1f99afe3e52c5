import type { VNode } from 'preact';
import { CameraApp } from './camera-app.tsx';
import type { CaptureProps } from './capture-props.ts';
import { Distance } from './distance.tsx';
import { useNext } from './use-next.ts';
import { useCamera } from './use-camera.ts';
import { Viewfinder } from './viewfinder.tsx';

/** How the last picture was taken. Once allowed, the page's camera opens automatically for the next capture, as at every verification. */
let lastWay: 'page' | 'app' | undefined;

export function Camera(props: CaptureProps): VNode {
  const { words, isNext, isPhone, isVerify, isHeld, onMissing, onReader, onCapture } = props;
  const next = useNext(isNext && lastWay === undefined);
  const { stream, problem, starting, open } = useCamera({
    atOnce: lastWay === 'page' || (isVerify && lastWay === undefined),
    onAnswer: (problem) => {
      lastWay = problem === undefined ? 'page' : undefined;
      if (problem === 'missing') onMissing();
    },
  });
  const cameraApp = isPhone && (
    <CameraApp
      words={words}
      class={problem ? 'main' : 'quiet'}
      isNext={isNext && lastWay === 'app'}
      isHeld={isHeld}
      onCapture={(source) => {
        lastWay = 'app';
        onCapture(source);
      }}
    />
  );
  if (stream)
    return (
      <Viewfinder {...props} stream={stream}>
        {cameraApp}
      </Viewfinder>
    );
  const openClass = problem && (isPhone || onReader) ? 'quiet' : 'main';
  return (
    <div class="source">
      <p class="hint">{words.camera_lead}</p>
      <Distance words={words} />
      <p class="problem" role="alert">
        {problem ? words[`camera_${problem}`] : ''}
      </p>
      <div class="actions">
        {problem && cameraApp}
        {problem && onReader && (
          <button type="button" class="main" onClick={onReader}>
            {words.reader_start}
          </button>
        )}
        <button {...next} type="button" class={openClass} disabled={starting} onClick={() => void open()}>
          {starting ? words.camera_starting : problem ? words.retry : words.camera_open}
        </button>
        {!problem && cameraApp}
      </div>
    </div>
  );
}
