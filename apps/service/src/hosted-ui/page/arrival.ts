import { tabStorage } from '@authly/page-kit/tab-storage.ts';
import { hostedToken } from './hosted-token.ts';

/** The first module that runs: nothing else of the page ever sees an address with a token in it. */
export const storage = tabStorage();
export const token = hostedToken({ location: window.location, history: window.history, storage });
