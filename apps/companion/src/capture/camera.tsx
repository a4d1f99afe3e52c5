import { FingerprintMark } from '@authly/page-kit/fingerprint-mark.tsx';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { toGray, type Picture } from '../picture/gray.ts';
import { SHARP_ENOUGH, SHARPNESS_WIDTH, sharpness } from '../picture/sharpness.ts';
import { BestFrame } from './best-frame.ts';
import { hasTorch, switchTorch } from './camera-stream.ts';
import type { CaptureProps } from './capture-props.ts';
import { GuideFrame } from './guide-frame.tsx';
import { guideArea } from './guide.ts';
import { pictureOf } from './picture-of.ts';
import { useCamera } from './use-camera.ts';

const CHECK_EVERY_MS = 140;
const MAX_SIDE = 1600;

/** Once allowed, the camera opens by itself for the next touch. */
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

/** Checks the guide frame several times a second and takes the sharpest of some sharp frames by itself. */
function Viewfinder({ words, stream, onTouch }: CaptureProps & { stream: MediaStream }): VNode {
  const video = useRef<HTMLVideoElement>(null);
  const [best] = useState(() => new BestFrame<Picture>(({ data }) => data.fill(0)));
  const [sharp, setSharp] = useState(false);
  const [torch, setTorch] = useState(false);
  useEffect(() => {
    const element = video.current!;
    element.srcObject = stream;
    void element.play().catch(() => undefined);
    const timer = setInterval(() => {
      if (element.readyState < element.HAVE_CURRENT_DATA) return;
      const area = guideArea(element.videoWidth, element.videoHeight);
      const clear = sharpness(toGray(pictureOf(element, area, (SHARPNESS_WIDTH * area.height) / area.width)));
      setSharp(clear >= SHARP_ENOUGH);
      const picture = best.offer(clear, () => pictureOf(element, area, MAX_SIDE));
      if (!picture) return;
      clearInterval(timer);
      onTouch({ from: 'picture', picture, origin: 'camera' });
    }, CHECK_EVERY_MS);
    return () => {
      clearInterval(timer);
      element.srcObject = null;
    };
  }, [stream]);
  return (
    <div class="source">
      <div class={sharp ? 'viewfinder sharp' : 'viewfinder'}>
        <video ref={video} autoplay muted playsInline aria-label={words.camera_view} />
        <GuideFrame />
        {hasTorch(stream) && (
          <button
            type="button"
            class="torch"
            aria-pressed={torch}
            onClick={() => {
              setTorch(!torch);
              void switchTorch(stream, !torch).catch(() => setTorch(false));
            }}
          >
            {words.camera_torch}
          </button>
        )}
      </div>
      <p class="hint" role="status">
        {sharp ? words.camera_sharp : words.camera_blurred}
      </p>
      <button type="button" class="main" onClick={() => best.takeNow()}>
        {words.camera_take}
      </button>
    </div>
  );
}
