import type { Environment } from '../environment.ts';
import { OperatorError } from './operator-error.ts';

/** HTTPS, no credentials, query or fragment. Addresses are checked again, after DNS, at each connection. */
export function bioBaseUrl(text: string, environment: Environment): string {
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'https:')
    throw new OperatorError('the Bio base address must be a full HTTPS URL');
  if (url.username !== '' || url.password !== '')
    throw new OperatorError('the Bio base address must not hold credentials');
  if (text.includes('?') || text.includes('#'))
    throw new OperatorError('the Bio base address must not have a query or a fragment');
  if (environment === 'production' && (url.hostname === 'localhost' || url.hostname.endsWith('.localhost'))) {
    throw new OperatorError('in production the Bio base address must not be this machine');
  }
  return text.replace(/\/+$/, '');
}
