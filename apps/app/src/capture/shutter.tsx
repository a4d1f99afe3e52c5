import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { switchTorch } from './camera-stream.ts';
import { useNext } from './use-next.ts';

interface ShutterProps {
  readonly label: string;
  readonly isTaking: boolean;
  /** From 0 to 1: the ring fills while the finger is sharp. */
  readonly progress: number;
  readonly isNext: boolean;
  readonly onPress: () => void;
}

export function Shutter({ label, isTaking, progress, isNext, onPress }: ShutterProps): VNode {
  const next = useNext(isNext);
  return (
    <button
      {...next}
      type="button"
      class={isTaking ? 'shutter taking' : 'shutter'}
      aria-label={label}
      onClick={onPress}
    >
      <svg viewBox="0 0 80 80" aria-hidden="true" focusable="false">
        <circle class="track" cx="40" cy="40" r="36" />
        <circle class="ring" cx="40" cy="40" r="36" pathLength={1} style={{ strokeDashoffset: 1 - progress }} />
        <circle class="knob" cx="40" cy="40" r="29" />
      </svg>
    </button>
  );
}

export function Torch({ label, stream }: { readonly label: string; readonly stream: MediaStream }): VNode {
  const [isOn, setOn] = useState(false);
  return (
    <button
      type="button"
      class="torch"
      aria-pressed={isOn}
      onClick={() => {
        setOn(!isOn);
        void switchTorch(stream, !isOn).catch(() => setOn(false));
      }}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M13.5 2 5 13.5h5.5L9.5 22 19 10h-6z" />
      </svg>
      {label}
    </button>
  );
}
