import type { Environment } from '../config/environment.ts';
import { httpsUrl } from './https-url.ts';

/** Without a slash at its end: paths are added to it. */
export function bioBaseUrl(text: string, environment: Environment): string {
  httpsUrl(text, environment, 'the Bio base address');
  return text.replace(/\/+$/, '');
}
