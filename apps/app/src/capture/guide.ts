export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The picture on the screen is three wide and four high, cut out of the middle of what the camera sees. */
const ASPECT = 3 / 4;

/** The part of a camera frame that is seen on the screen. */
export function seenArea(videoWidth: number, videoHeight: number): Area {
  const width = Math.min(videoWidth, videoHeight * ASPECT);
  const height = width / ASPECT;
  return { x: (videoWidth - width) / 2, y: (videoHeight - height) / 2, width, height };
}
