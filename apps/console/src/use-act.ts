import { useState } from 'preact/hooks';
import { act, wordsOf } from './api.ts';

export interface Doing {
  readonly isBusy: boolean;
  /** Why it was not done the last time. */
  readonly problem: string | undefined;
  readonly run: (path: string, body?: object) => void;
  /** Forgets what went wrong. */
  readonly clear: () => void;
}

/** Something that a person can have done, and what follows once it is. */
export function useAct<T>(done: (answer: T) => void): Doing {
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly problem?: string }>({ isBusy: false });
  async function run(path: string, body?: object): Promise<void> {
    setState({ isBusy: true });
    try {
      const answer = await act<T>(path, body);
      setState({ isBusy: false });
      done(answer);
    } catch (error) {
      setState({ isBusy: false, problem: wordsOf(error) });
    }
  }
  return {
    isBusy: state.isBusy,
    problem: state.problem,
    run: (path, body) => void run(path, body),
    clear: () => setState({ isBusy: false }),
  };
}
