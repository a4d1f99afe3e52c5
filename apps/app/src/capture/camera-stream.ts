export type CameraProblem = 'denied' | 'missing' | 'failed';

const CONSTRAINTS: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1920 }, height: { ideal: 1440 } },
};

export async function openCamera(): Promise<MediaStream | CameraProblem> {
  // Missing without HTTPS, and in browsers inside other apps.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices?.getUserMedia) return 'missing';
  try {
    return await devices.getUserMedia(CONSTRAINTS);
  } catch (error) {
    return problemOf(error);
  }
}

function problemOf(error: unknown): CameraProblem {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'failed';
}

/** Plays a video that is paused: phones pause it in the background. A paused video shows an old frame. */
export function isPlaying(video: HTMLVideoElement): boolean {
  const { paused } = video;
  if (paused) void video.play().catch(() => undefined);
  return !paused && video.readyState >= video.HAVE_CURRENT_DATA;
}

export function closeCamera(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

/** Not yet in the types of the DOM. */
export const hasTorch = (stream: MediaStream): boolean => {
  const [track] = stream.getVideoTracks();
  return (track?.getCapabilities?.() as { torch?: boolean } | undefined)?.torch === true;
};

export async function switchTorch(stream: MediaStream, on: boolean): Promise<void> {
  await stream.getVideoTracks()[0]?.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] });
}
