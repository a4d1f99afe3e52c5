import { takeToken } from './token.ts';

/** Browsers may forbid storage: even the look at it throws then. */
function tabStorage(): Storage | undefined {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}

/** The first module that runs: nothing else of the page ever sees an address with a token in it. */
export const storage = tabStorage();
export const token = takeToken({ location: window.location, history: window.history, storage });
