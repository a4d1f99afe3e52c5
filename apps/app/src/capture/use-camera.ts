import { useEffect, useRef, useState } from 'preact/hooks';
import { closeCamera, openCamera, type CameraProblem } from './camera-stream.ts';

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
    return () => void (isMounted.current = false);
  }, []);
  /** Closes it and reports `failed`. */
  const lose = (): void => {
    setStream(undefined);
    setProblem('failed');
  };
  useEffect(() => {
    // The system mutes a hidden page, and does not always unmute it later.
    const onMute = (): void => (document.hidden ? undefined : lose());
    const [track] = stream?.getVideoTracks() ?? [];
    const onVisible = (): void => void (!document.hidden && track?.muted && open());
    track?.addEventListener('ended', lose);
    track?.addEventListener('mute', onMute);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      closeCamera(stream);
    };
  }, [stream]);
  return { stream, problem, starting, open, close: () => setStream(undefined), lose };
}
