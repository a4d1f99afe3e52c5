import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { CallName, CallParams, CallResult } from '@authly/service/operator/console/calls.ts';
import { call, fieldOf, messageOf, read } from './api.ts';

/** Shown sessions are requested again. */
export const SESSIONS_EVERY_MS = 2000;
export const PAGE_EVERY_MS = 10_000;

/** When each part of the page that is read again was last read. */
const reads = new Map<symbol, number>();
/** `isPage` is false if only the sign-in is read again. */
export const updated = () => ({ at: Math.min(...reads.values()), isPage: reads.size > 1 });

/** Returns a function that notes that the part is up to date. A first read that hangs counts from the start of the part. */
export function useReads(isRepeated: boolean): () => void {
  const [own] = useState(() => Symbol());
  useEffect(() => {
    if (!isRepeated) return undefined;
    reads.set(own, Date.now());
    return () => void reads.delete(own);
  }, [isRepeated]);
  return () => void (reads.has(own) && reads.set(own, Date.now()));
}

interface Data<T> {
  readonly value: T | undefined;
  readonly problem: string | undefined;
}

/** Each part of the page asks again. */
const parts = new Set<(byItself: boolean) => void>();
/** What is shown or typed stays until the new answers arrive. */
export const readAgain = (byItself: boolean): void => {
  for (const ask of parts) ask(byItself);
};

/** Drops a response that arrives after the response of a later request. Without `everyMs` it is requested once. */
export function useData<Name extends CallName>(
  name: Name,
  params: CallParams<Name>,
  everyMs?: number,
): Data<CallResult<Name>> {
  const key = JSON.stringify([name, params]);
  const [shown, setShown] = useState<{ key: string; value?: CallResult<Name>; problem?: string }>({ key });
  const latest = useRef(0);
  const isWaiting = useRef(false);
  const noteRead = useReads(everyMs !== undefined);
  const ask = useCallback(
    (byItself: boolean) => {
      // A slow server gets no queue of them.
      if (byItself && isWaiting.current) return;
      isWaiting.current = true;
      const own = ++latest.current;
      const settle = (next: (before: typeof shown) => typeof shown): void => {
        if (own !== latest.current) return;
        isWaiting.current = false;
        setShown(next);
      };
      read(name, params, byItself).then(
        (value) =>
          settle(() => {
            noteRead();
            return { key, value };
          }),
        (error: unknown) => settle((before) => ({ ...(before.key === key && before), key, problem: messageOf(error) })),
      );
    },
    [key, everyMs],
  );
  useEffect(() => {
    ask(false);
    parts.add(ask);
    return () => void parts.delete(ask);
  }, [ask]);
  useRepeat(everyMs, () => ask(true));
  const isCurrent = shown.key === key;
  return {
    value: isCurrent ? shown.value : undefined,
    problem: isCurrent ? shown.problem : undefined,
  };
}

/** Rests while the page is hidden, and works at once when it is shown again. */
export function useRepeat(everyMs: number | undefined, work: () => void): void {
  const latest = useRef(work);
  latest.current = work;
  useEffect(() => {
    if (everyMs === undefined) return undefined;
    const repeat = (): void => {
      if (!document.hidden) latest.current();
    };
    const timer = setInterval(repeat, everyMs);
    document.addEventListener('visibilitychange', repeat);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', repeat);
    };
  }, [everyMs]);
}

export interface ActionState<Result> {
  readonly isBusy: boolean;
  /** What the latest run returned. */
  readonly result?: Result;
  readonly problem?: string;
  readonly field?: string | undefined;
}

interface Action<Name extends CallName> extends ActionState<CallResult<Name>> {
  /** Does nothing during a run. A busy button stays enabled, because a disabled one loses the focus. */
  readonly run: (params: CallParams<Name>, done?: (result: CallResult<Name>) => void) => void;
  /** Drops the answer, also one that is still to come: the operator has changed the question. */
  readonly forget: () => void;
}

const IDLE = { isBusy: false };

/** After an action the whole page is read again. */
export function useAction<Name extends CallName>(name: Name): Action<Name> {
  const [state, setState] = useState<ActionState<CallResult<Name>>>(IDLE);
  const running = useRef<symbol>(undefined);
  const run: Action<Name>['run'] = (params, done) => {
    if (running.current !== undefined) return;
    const own = (running.current = Symbol());
    setState({ isBusy: true });
    const settle = (next: typeof state): void => {
      if (own !== running.current) return;
      running.current = undefined;
      setState(next);
      if (next.result === undefined) return;
      readAgain(false);
      done?.(next.result);
    };
    call(name, params).then(
      (result) => settle({ isBusy: false, result }),
      (error: unknown) => settle({ isBusy: false, problem: messageOf(error), field: fieldOf(error) }),
    );
  };
  const forget = (): void => {
    running.current = undefined;
    setState(IDLE);
  };
  return { ...state, run, forget };
}
