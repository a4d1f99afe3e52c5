import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Look } from '../worker/messages.ts';
import { SteadyHint, type CameraHint } from './camera-hint.ts';
import type { CaptureProps } from './capture-props.ts';
import { visibleArea } from './guide.tsx';
import { pictureOf } from './picture-of.ts';

/** Leaves the page time to draw. */
const PAUSE_MS = 60;
/** More pixels than this show no more detail to the engine. */
const MAX_SIDE = 1000;
/** Felt by a user who looks at the finger instead of the screen. */
const BUZZ_MS = 40;

export interface Looks {
  readonly look: Look | undefined;
  readonly hint: CameraHint;
  /** The next good frame is taken, without waiting for a better one. */
  readonly takeNow: () => void;
}

/** Looks at one frame after the other, as fast as the worker answers, until a capture can be taken. */
export function useLooks(
  video: RefObject<HTMLVideoElement | null>,
  stream: MediaStream,
  { onLook, onCapture }: CaptureProps,
): Looks {
  const [look, setLook] = useState<Look>();
  const [hint, setHint] = useState<CameraHint>('camera_lead');
  const now = useRef(false);
  // A layout effect, because no picture may be taken once the screen is left.
  useLayoutEffect(() => {
    const steady = new SteadyHint();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const next = (): void => void (timer = setTimeout(() => void lookOnce(), PAUSE_MS));
    const lookOnce = async (): Promise<void> => {
      const seen = await lookAt(video.current!, now.current, onLook);
      if (isOver) return;
      if (seen === undefined) return next();
      setLook(seen);
      setHint(steady.after(seen));
      if (!seen.isReady) return next();
      isOver = true;
      buzz();
      onCapture({ from: 'camera' });
    };
    next();
    return () => {
      clearTimeout(timer);
      if (!isOver) void onLook(undefined);
      isOver = true;
    };
  }, [stream]);
  return { look, hint, takeNow: () => void (now.current = true) };
}

async function lookAt(
  video: HTMLVideoElement,
  now: boolean,
  onLook: CaptureProps['onLook'],
): Promise<Look | undefined> {
  if (video.readyState < video.HAVE_CURRENT_DATA) return undefined;
  const picture = pictureOf(video, visibleArea(video.videoWidth, video.videoHeight), MAX_SIDE);
  return onLook({ picture, now });
}

/** Only after the user has touched the page: browsers warn otherwise. */
function buzz(): void {
  const { vibrate, userActivation } = navigator as Partial<Navigator>;
  if (vibrate && userActivation?.hasBeenActive) navigator.vibrate(BUZZ_MS);
}
