import type { VNode } from 'preact';

/** A fingertip's outline in a picture that is three wide and four high. */
const TIP = 'M150 32c70 0 104 62 104 148s-34 188-104 188S46 266 46 180 80 32 150 32z';

export const GuideFrame = (): VNode => (
  <svg viewBox="0 0 300 400" aria-hidden="true" focusable="false">
    <path class="shade" fill-rule="evenodd" d={`M0 0h300v400H0z${TIP}`} />
    <path class="frame" d={TIP} />
  </svg>
);
