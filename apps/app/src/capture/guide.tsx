import type { FingerPlace } from '@authly/fingerprint';
import type { VNode } from 'preact';
import type { Look } from '../worker/messages.ts';
import type { Area } from './picture.ts';

/** The visible part of a camera frame: its middle, in the screen's aspect ratio. */
export function visibleArea(videoWidth: number, videoHeight: number, widthByHeight: number): Area {
  const width = Math.min(videoWidth, videoHeight * widthByHeight);
  const height = width / widthByHeight;
  return { x: (videoWidth - width) / 2, y: (videoHeight - height) / 2, width, height };
}

/** Where a finger fills the picture, in a drawing 300 wide and 400 high. */
const FRAME = 'M150 32c70 0 104 62 104 148s-34 188-104 188S46 266 46 180 80 32 150 32z';

export const GuideFrame = (): VNode => (
  <svg viewBox="0 0 300 400" aria-hidden="true" focusable="false">
    <path class="shade" fill-rule="evenodd" d={`M-900-900h2100v2200h-2100z${FRAME}`} />
    <path class="frame" d={FRAME} />
  </svg>
);

/** A fingertip of width 1 with its tip at the origin. */
export const TIP = 'M-.5 1.7V.56C-.5.2-.3 0 0 0S.5.2.5.56V1.7';

export function FingerOutline({ look }: { readonly look: Look | undefined }): VNode | null {
  if (look?.finger === undefined) return null;
  return (
    <svg class="outline" viewBox={`0 0 ${look.width} ${look.height}`} aria-hidden="true" focusable="false">
      <g style={{ transform: `matrix(${outlineMatrix(look.finger).join(',')})` }}>
        <path d={TIP} vector-effect="non-scaling-stroke" />
      </g>
    </svg>
  );
}

export function outlineMatrix({ tip, down, width }: FingerPlace): number[] {
  const matrix = [width * down.y, -width * down.x, width * down.x, width * down.y, tip.x, tip.y];
  return matrix.map((value) => Math.round(value * 100) / 100);
}
