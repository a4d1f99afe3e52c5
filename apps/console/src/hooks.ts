import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { fieldOf, get, messageOf, post } from './api.ts';

interface Data<T> {
  readonly value: T | undefined;
  readonly problem: string | undefined;
  /** Requests it again. The current value stays until the response arrives. */
  readonly reload: (byItself?: boolean) => void;
}

/** The response for this path. A response that a later request has overtaken is dropped. */
export function useData<T>(path: string): Data<T> {
  const [shown, setShown] = useState<{ path: string; value?: T; problem?: string }>({ path });
  const latest = useRef(0);
  const reload = useCallback(
    (byItself = false) => {
      const own = ++latest.current;
      const settle = (next: { value: T } | { problem: string }): void => {
        if (own === latest.current) setShown({ path, ...next });
      };
      get<T>(path, byItself).then(
        (value) => settle({ value }),
        (error: unknown) => settle({ problem: messageOf(error) }),
      );
    },
    [path],
  );
  useEffect(() => reload(), [reload]);
  const isCurrent = shown.path === path;
  return { value: isCurrent ? shown.value : undefined, problem: isCurrent ? shown.problem : undefined, reload };
}

/** Repeats while the page is visible. */
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

export interface Action {
  readonly isBusy: boolean;
  /** The last run succeeded. */
  readonly isDone: boolean;
  /** Why the last run failed. */
  readonly problem: string | undefined;
  /** The field of the form that it failed for. */
  readonly field: string | undefined;
  /** `before`: what must succeed first. */
  readonly run: (path: string, body?: object, before?: () => Promise<unknown>) => void;
}

type ActionState = Partial<Omit<Action, 'run'>>;

/** An operator action, and what follows once it is done. */
export function useAction<T>(done: (response: T) => void): Action {
  const [state, setState] = useState<ActionState>({});
  const run = async (path: string, body?: object, before?: () => Promise<unknown>): Promise<void> => {
    setState({ isBusy: true });
    try {
      await before?.();
      const response = await post<T>(path, body);
      setState({ isDone: true });
      done(response);
    } catch (error) {
      setState({ problem: messageOf(error), field: fieldOf(error) });
    }
  };
  return {
    isBusy: state.isBusy ?? false,
    isDone: state.isDone ?? false,
    problem: state.problem,
    field: state.field,
    run: (path, body, before) => void run(path, body, before),
  };
}
