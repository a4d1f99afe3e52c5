import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';

const LAST_MINUTE_MS = 60_000;

interface CountdownProps {
  readonly expiresAt: string;
  readonly clock: { timeLeft(until: string): number };
  readonly words: { readonly time_left: string; readonly minute_left: string };
}

/** `09:58`, always as wide. Rounded up to the next second, so that 00:00 means that it is over. */
export function clockFace(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** A screen reader announces the last minute only. */
export function Countdown({ expiresAt, clock, words }: CountdownProps): VNode {
  const [left, setLeft] = useState(() => clock.timeLeft(expiresAt));
  useEffect(() => {
    const look = (): void => setLeft(clock.timeLeft(expiresAt));
    const timer = setInterval(look, 1000);
    look();
    return () => clearInterval(timer);
  }, [expiresAt, clock]);
  const isLast = left < LAST_MINUTE_MS;
  return (
    <p class={isLast ? 'countdown last' : 'countdown'}>
      <span class="label">{words.time_left}</span> <time role="timer">{clockFace(left)}</time>
      <span class="unseen" role="status">
        {isLast ? words.minute_left : ''}
      </span>
    </p>
  );
}
