export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The picture on the screen is three wide and four high, cut out of the middle of what the camera sees. */
const ASPECT = 3 / 4;
/** The frame for the fingertip, as a part of that picture. */
export const GUIDE = 0.84;

/** The part of a camera frame that lies inside the guide. */
export function guideArea(videoWidth: number, videoHeight: number): Area {
  const seenWidth = Math.min(videoWidth, videoHeight * ASPECT);
  const width = seenWidth * GUIDE;
  const height = (seenWidth / ASPECT) * GUIDE;
  return { x: (videoWidth - width) / 2, y: (videoHeight - height) / 2, width, height };
}
