import { failedCalls } from './failed-calls.ts';
import { find } from './find.ts';
import { health } from './health.ts';
import { keyDetails } from './keys.ts';
import { MERCHANT_ENDPOINTS } from './merchants.ts';
import { overview } from './overview.ts';
import { SEARCH_ENDPOINTS } from './session-search.ts';
import { SESSION_ENDPOINTS } from './sessions.ts';

export const ENDPOINTS = [
  overview,
  health,
  find,
  ...SEARCH_ENDPOINTS,
  ...SESSION_ENDPOINTS,
  ...MERCHANT_ENDPOINTS,
  failedCalls,
  keyDetails,
];
