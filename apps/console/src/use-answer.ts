import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ask, wordsOf } from './api.ts';

export interface Answered<T> {
  readonly value: T | undefined;
  readonly problem: string | undefined;
  /** Asks once more; what is shown stays until it is answered. */
  readonly again: (byItself?: boolean) => void;
}

/** What the console answers to this path. Answers that come out of their turn are dropped. */
export function useAnswer<T>(path: string): Answered<T> {
  const [shown, setShown] = useState<{ path: string; value?: T; problem?: string }>({ path });
  const turn = useRef(0);
  const again = useCallback(
    (byItself = false) => {
      const own = ++turn.current;
      const settle = (next: { value: T } | { problem: string }): void => {
        if (own === turn.current) setShown({ path, ...next });
      };
      ask<T>(path, byItself).then(
        (value) => settle({ value }),
        (error: unknown) => settle({ problem: wordsOf(error) }),
      );
    },
    [path],
  );
  useEffect(() => again(), [again]);
  const isCurrent = shown.path === path;
  return { value: isCurrent ? shown.value : undefined, problem: isCurrent ? shown.problem : undefined, again };
}

/** Again and again while somebody can see it. */
export function useRepeat(everyMs: number, work: () => void): void {
  const latest = useRef(work);
  latest.current = work;
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) latest.current();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
