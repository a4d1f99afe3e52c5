import type { Environment } from '../environment.ts';
import { httpsUrl } from './https-url.ts';
import { OperatorError } from './operator-error.ts';

const WHAT = 'the Bio base address';

/** Paths are added to it, so it has no query. */
export function bioBaseUrl(text: string, environment: Environment): string {
  httpsUrl(text, environment, WHAT);
  if (text.includes('?')) throw new OperatorError(`${WHAT} must not have a query`);
  return text.replace(/\/+$/, '');
}
