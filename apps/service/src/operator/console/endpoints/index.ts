import { find } from './find.ts';
import { health } from './health.ts';
import { keyDetails } from './keys.ts';
import { MERCHANT_ENDPOINTS } from './merchants.ts';
import { overview } from './overview.ts';
import { SESSION_ENDPOINTS } from './sessions.ts';

export const ENDPOINTS = [overview, health, find, ...SESSION_ENDPOINTS, ...MERCHANT_ENDPOINTS, keyDetails];
