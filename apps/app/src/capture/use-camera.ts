import { useEffect, useRef, useState } from 'preact/hooks';
import { closeCamera, openCamera, type CameraProblem } from './camera-stream.ts';

const UNMUTED_WITHIN_MS = 3000;

export function useCamera({
  atOnce = false,
  onAnswer = () => {},
}: {
  readonly atOnce?: boolean;
  readonly onAnswer?: (problem: CameraProblem | undefined) => void;
} = {}) {
  const [stream, setStream] = useState<MediaStream>();
  const [problem, setProblem] = useState<CameraProblem>();
  const [starting, setStarting] = useState(atOnce);
  const isMounted = useRef(true);
  const open = async (): Promise<void> => {
    setStarting(true);
    const opened = await openCamera();
    if (!isMounted.current) return typeof opened === 'string' ? undefined : closeCamera(opened);
    setStarting(false);
    const failed = typeof opened === 'string' ? opened : undefined;
    setProblem(failed);
    if (typeof opened !== 'string') setStream(opened);
    onAnswer(failed);
  };
  useEffect(() => {
    if (atOnce) void open();
    return () => {
      isMounted.current = false;
    };
  }, []);
  /** Closes it and reports `failed`. */
  const lose = (): void => {
    setStream(undefined);
    setProblem('failed');
  };
  useEffect(() => {
    const [track] = stream?.getVideoTracks() ?? [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The system mutes a hidden page, and unmutes it soon after it is shown again.
    const onMute = (): void => (document.hidden ? undefined : lose());
    const onVisible = (): void => void (timer = setTimeout(() => track?.muted && onMute(), UNMUTED_WITHIN_MS));
    track?.addEventListener('ended', lose);
    track?.addEventListener('mute', onMute);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
      closeCamera(stream);
    };
  }, [stream]);
  return { stream, problem, starting, open, close: () => setStream(undefined), lose };
}
