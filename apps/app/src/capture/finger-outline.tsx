import type { FingerPlace } from '@authly/fingerprint';
import type { VNode } from 'preact';
import type { Look } from '../worker/messages.ts';

/** A fingertip that is one wide, its tip at the origin, the hand below. */
const TIP = 'M-.5 1.7V.56C-.5.2-.3 0 0 0S.5.2.5.56V1.7';
/** The drawing's own width; the screen's picture is three wide and four high. */
const WIDTH = 300;

/** Where the finger was found, drawn over the camera's picture. */
export function FingerOutline({ look }: { readonly look: Look | undefined }): VNode | null {
  if (look?.finger === undefined) return null;
  return (
    <svg class="outline" viewBox="0 0 300 400" aria-hidden="true" focusable="false">
      <g style={{ transform: `matrix(${placed(look.finger, WIDTH / look.width).join(',')})` }}>
        <path d={TIP} vector-effect="non-scaling-stroke" />
      </g>
    </svg>
  );
}

/** The matrix that turns, enlarges and shifts the drawing to where the finger lies. */
export function placed({ tip, down, width }: FingerPlace, scale: number): number[] {
  const wide = width * scale;
  const matrix = [wide * down.y, -wide * down.x, wide * down.x, wide * down.y, tip.x * scale, tip.y * scale];
  return matrix.map((value) => Math.round(value * 100) / 100);
}
