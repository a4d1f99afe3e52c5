import type { VNode } from 'preact';

const SHAPES = {
  done: 'M15 25l7 7 12-14',
  // Neither a tick nor a cross: no page knows whether a finger matched.
  back: 'M21 15l-7 7 7 7M14 22h13a7 7 0 0 1 7 7v4',
  warning: 'M24 13v14M24 34v.2',
  expired: 'M24 10a14 14 0 1 1 0 28 14 14 0 0 1 0-28M24 16v9l5 4',
  stopped: 'M17 17l14 14M31 17 17 31',
  broken: 'M21 27l-3 3a5 5 0 0 1-7-7l4-4M27 21l3-3a5 5 0 0 1 7 7l-4 4M18 15l-1-4M30 33l1 4',
  offline: 'M13 20a16 16 0 0 1 22 0M18 26a9 9 0 0 1 12 0M24 32v.5M14 12l20 24',
  lock: 'M16 22h16v14H16zM19 22v-5a5 5 0 0 1 10 0v5M24 28v3',
  scan: 'M12 19v-5a2 2 0 0 1 2-2h5M29 12h5a2 2 0 0 1 2 2v5M36 29v5a2 2 0 0 1-2 2h-5M19 36h-5a2 2 0 0 1-2-2v-5M18 24h12',
} as const;

export type IconName = keyof typeof SHAPES;

export function Icon({ name }: { name: IconName }): VNode {
  return (
    <span class={`icon ${name}`}>
      <svg viewBox="0 0 48 48" aria-hidden="true" focusable="false">
        <path d={SHAPES[name]} />
      </svg>
    </span>
  );
}
