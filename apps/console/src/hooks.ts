import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { CallName, CallParams, CallResult } from '@authly/service/operator/wire/calls.ts';
import { call, fieldOf, messageOf, read } from './api.ts';

/** Shown sessions are requested again. */
export const SESSIONS_EVERY_MS = 2000;
export const PAGE_EVERY_MS = 10_000;

/** When each part of the page was last read. */
const reads = new Map<symbol, number>();
/** `isPage`: not of the sign-in alone. */
export const updated = () => ({ at: Math.min(...reads.values()), isPage: reads.size > 1 });

/** Returns a function that notes that the part is up to date. */
export function useReads(): () => void {
  const [own] = useState(() => Symbol());
  useEffect(() => () => void reads.delete(own), [own]);
  return () => void reads.set(own, Date.now());
}

interface Data<T> {
  readonly value: T | undefined;
  readonly problem: string | undefined;
  /** Requests it again. The current value stays until a new one arrives, with what is shown or typed below it. */
  readonly reload: (byItself?: boolean) => void;
}

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
  const noteRead = useReads();
  const reload = useCallback(
    (byItself = false) => {
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
            if (everyMs !== undefined) noteRead();
            return { key, value };
          }),
        (error: unknown) => settle((before) => ({ ...(before.key === key && before), key, problem: messageOf(error) })),
      );
    },
    [key, everyMs],
  );
  useEffect(() => reload(), [reload]);
  useRepeat(everyMs, () => reload(true));
  const isCurrent = shown.key === key;
  return { value: isCurrent ? shown.value : undefined, problem: isCurrent ? shown.problem : undefined, reload };
}

/** Not while the page is hidden, and at once when it is shown again. */
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

export interface ActionState {
  readonly isBusy: boolean;
  readonly isDone: boolean;
  readonly problem: string | undefined;
  readonly field: string | undefined;
}

interface Action<Name extends CallName> extends ActionState {
  readonly run: (params: CallParams<Name>) => void;
}

const IDLE: ActionState = { isBusy: false, isDone: false, problem: undefined, field: undefined };

export function useAction<Name extends CallName>(name: Name, done: (result: CallResult<Name>) => void): Action<Name> {
  const [state, setState] = useState(IDLE);
  const run = async (params: CallParams<Name>): Promise<void> => {
    setState({ ...IDLE, isBusy: true });
    try {
      const result = await call(name, params);
      setState({ ...IDLE, isDone: true });
      done(result);
    } catch (error) {
      setState({ ...IDLE, problem: messageOf(error), field: fieldOf(error) });
    }
  };
  return { ...state, run: (params) => void run(params) };
}
