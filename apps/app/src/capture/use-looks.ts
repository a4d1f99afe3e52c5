import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Look } from '../worker/messages.ts';
import { SteadyHint, type CameraHint } from './camera-hint.ts';
import type { CaptureProps } from './capture-props.ts';
import { seenArea } from './guide.ts';
import { pictureOf } from './picture-of.ts';

/** Between one look's answer and the next look: the page has to draw, too. */
const PAUSE_MS = 60;
/** A finger that fills the picture then has more detail than the engine reads. */
const MAX_SIDE = 1000;
/** The shutter, felt: whoever looks at their finger does not see the screen. */
const BUZZ_MS = 40;

export interface Looks {
  readonly look: Look | undefined;
  readonly hint: CameraHint;
  /** The next good frame is taken, without waiting for a better one. */
  readonly takeNow: () => void;
}

/** Looks at one frame after the other, as fast as the worker answers, until enough was seen. */
export function useLooks(
  video: RefObject<HTMLVideoElement | null>,
  stream: MediaStream,
  { onLook, onTouch }: CaptureProps,
): Looks {
  const [look, setLook] = useState<Look>();
  const [hint, setHint] = useState<CameraHint>('camera_lead');
  const now = useRef(false);
  // Ended with the screen and not a moment later: whoever went elsewhere must not have a picture taken.
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
      onTouch({ from: 'camera' });
    };
    next();
    return () => {
      clearTimeout(timer);
      // What was taken is being read.
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
  const picture = pictureOf(video, seenArea(video.videoWidth, video.videoHeight), MAX_SIDE);
  return onLook({ picture, now });
}

/** Where the device can, and the person has touched the page: a browser would complain otherwise. */
function buzz(): void {
  const { vibrate, userActivation } = navigator as Partial<Navigator>;
  if (vibrate && userActivation?.hasBeenActive) navigator.vibrate(BUZZ_MS);
}
