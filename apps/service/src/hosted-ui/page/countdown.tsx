import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Words } from '../words/en.ts';
import { clockFace, timeLeft } from './time-left.ts';

const LAST_MINUTE_MS = 60_000;

/** Ticks for the eye; a screen reader hears of the last minute alone. */
export function Countdown({
  expiresAt,
  offset,
  words,
}: {
  expiresAt: string;
  offset: () => number;
  words: Words;
}): VNode {
  const look = (): number => timeLeft(expiresAt, Date.now(), offset());
  const [left, setLeft] = useState(look);
  useEffect(() => {
    const timer = setInterval(() => setLeft(look()), 1000);
    setLeft(look());
    return () => clearInterval(timer);
  }, [expiresAt]);
  const last = left < LAST_MINUTE_MS;
  return (
    <p class={last ? 'countdown last' : 'countdown'}>
      <span class="label">{words.time_left}</span> <time role="timer">{clockFace(left)}</time>
      <span class="unseen" role="status">
        {last ? words.minute_left : ''}
      </span>
    </p>
  );
}
