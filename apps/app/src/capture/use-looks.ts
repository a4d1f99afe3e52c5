import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Look } from '../worker/messages.ts';
import { SteadyHint, type CameraHint } from './camera-hint.ts';
import type { CaptureProps } from './capture-props.ts';
import { isPlaying } from './camera-stream.ts';
import { visibleArea } from './guide.tsx';
import { pictureOf } from './picture-of.ts';
import type { Picture } from './picture.ts';

const PAUSE_MS = 60;
/** More pixels show no more detail to the engine. */
const MAX_SIDE = 1000;
/** Felt by a user who looks at the finger instead of the screen. */
const BUZZ_MS = 40;
const OVERDUE_MS = 5000;

export interface Looks {
  readonly look: Look | undefined;
  readonly hint: CameraHint;
  /** `taking`: the next good frame is taken. `overdue`: none came in time. */
  readonly shutter: 'free' | 'taking' | 'overdue';
  readonly press: () => void;
}

export function useLooks(
  video: RefObject<HTMLVideoElement | null>,
  stream: MediaStream,
  { isHeld, onLook, onCapture }: CaptureProps,
): Looks {
  const [latest, setLatest] = useState<Look>();
  const [hint, setHint] = useState<CameraHint>('camera_lead');
  const [shutter, setShutter] = useState<Looks['shutter']>('free');
  const now = useRef(false);
  // A layout effect: no picture may be taken after the screen is left.
  useLayoutEffect(() => {
    if (isHeld) return undefined;
    const steady = new SteadyHint();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const next = (): void => void (timer = setTimeout(() => void lookOnce(), PAUSE_MS));
    const look = async (): Promise<Look | undefined> => {
      const picture = frameOf(video.current!);
      return picture && onLook({ picture, now: now.current });
    };
    const lookOnce = async (): Promise<void> => {
      // A frame that cannot be read is left out.
      const seen = await look().catch(() => undefined);
      if (isOver) return;
      if (seen === undefined) return next();
      setLatest(seen);
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
  }, [stream, isHeld]);
  useEffect(() => {
    if (shutter !== 'taking') return undefined;
    const timer = setTimeout(() => setShutter('overdue'), OVERDUE_MS);
    return () => clearTimeout(timer);
  }, [shutter]);
  const press = (): void => {
    now.current = true;
    setShutter('taking');
    buzz();
  };
  return { look: latest, hint, shutter, press };
}

function frameOf(video: HTMLVideoElement): Picture | undefined {
  if (!isPlaying(video)) return undefined;
  const shown = video.clientWidth / video.clientHeight;
  return pictureOf(video, visibleArea(video.videoWidth, video.videoHeight, shown), MAX_SIDE);
}

/** Only after the user has touched the page: browsers warn otherwise. */
function buzz(): void {
  const device: Partial<Navigator> = navigator;
  if (device.userActivation?.hasBeenActive) device.vibrate?.(BUZZ_MS);
}
