import type { FingerPlace } from '@authly/fingerprint';
import type { VNode } from 'preact';
import type { Area } from '../picture/gray.ts';
import type { Look } from '../worker/messages.ts';

/** The screen shows a picture 3 wide and 4 high, from the middle of the camera's frame. The drawings are in its units. */
const [WIDTH, HEIGHT] = [300, 400];
const VIEW_BOX = `0 0 ${WIDTH} ${HEIGHT}`;

/** The part of a camera frame that the screen shows. */
export function visibleArea(videoWidth: number, videoHeight: number): Area {
  const width = Math.min(videoWidth, (videoHeight * WIDTH) / HEIGHT);
  const height = (width * HEIGHT) / WIDTH;
  return { x: (videoWidth - width) / 2, y: (videoHeight - height) / 2, width, height };
}

const FRAME = 'M150 32c70 0 104 62 104 148s-34 188-104 188S46 266 46 180 80 32 150 32z';

export const GuideFrame = (): VNode => (
  <svg viewBox={VIEW_BOX} aria-hidden="true" focusable="false">
    <path class="shade" fill-rule="evenodd" d={`M0 0h${WIDTH}v${HEIGHT}H0z${FRAME}`} />
    <path class="frame" d={FRAME} />
  </svg>
);

/** A fingertip of width 1 with its tip at the origin. */
const TIP = 'M-.5 1.7V.56C-.5.2-.3 0 0 0S.5.2.5.56V1.7';

/** The outline of the finger that was found. */
export function FingerOutline({ look }: { readonly look: Look | undefined }): VNode | null {
  if (look?.finger === undefined) return null;
  return (
    <svg class="outline" viewBox={VIEW_BOX} aria-hidden="true" focusable="false">
      <g style={{ transform: `matrix(${outlineMatrix(look.finger, WIDTH / look.width).join(',')})` }}>
        <path d={TIP} vector-effect="non-scaling-stroke" />
      </g>
    </svg>
  );
}

/** Turns, scales and moves the drawing to where the finger is. */
export function outlineMatrix({ tip, down, width }: FingerPlace, scale: number): number[] {
  const wide = width * scale;
  const matrix = [wide * down.y, -wide * down.x, wide * down.x, wide * down.y, tip.x * scale, tip.y * scale];
  return matrix.map((value) => Math.round(value * 100) / 100);
}
