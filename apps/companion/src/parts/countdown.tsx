import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';

interface Props {
  readonly label: string;
  readonly until: string;
  readonly clockOffset: number;
}

const twoDigits = (count: number): string => String(count).padStart(2, '0');

/** `09:58`: counted up to the next second, so that 00:00 means that it is over. */
export function clockFace(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`;
}

/** Time left by the server's clock. Not announced while it runs: a screen reader would never come to rest. */
export function Countdown({ label, until, clockOffset }: Props): VNode {
  const left = (): number => Date.parse(until) - (Date.now() + clockOffset);
  const [ms, setMs] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setMs(left()), 1000);
    return () => clearInterval(timer);
  }, [until, clockOffset]);
  return (
    <p class={ms < 60_000 ? 'countdown last' : 'countdown'}>
      {label} <time>{clockFace(ms)}</time>
    </p>
  );
}
