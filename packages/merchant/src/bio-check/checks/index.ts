import type { Check } from '../check.ts';
import { atOnceChecks } from './at-once.ts';
import { errorChecks } from './errors.ts';
import { fieldChecks } from './fields.ts';
import { goodChecks } from './good.ts';
import { headerChecks } from './headers.ts';
import { httpChecks } from './http.ts';
import { idempotencyChecks } from './idempotency.ts';
import { keyChecks } from './keys.ts';
import { longChecks } from './long.ts';
import { merchantChecks } from './merchant.ts';
import { nonceChecks } from './nonce.ts';
import { orderChecks } from './order.ts';
import { signatureChecks } from './signature.ts';
import { timeChecks } from './time.ts';
import { userRefChecks } from './user-refs.ts';

/** In the order they run: gates first, then what must be remembered; checks that change the key list or wait for minutes last. */
export const CHECKS: readonly Check[] = [
  ...goodChecks,
  ...nonceChecks,
  ...idempotencyChecks,
  ...userRefChecks,
  ...errorChecks,
  ...atOnceChecks,
  ...headerChecks,
  ...merchantChecks,
  ...timeChecks,
  ...signatureChecks,
  ...fieldChecks,
  ...httpChecks,
  ...orderChecks,
  ...keyChecks,
  ...longChecks,
];
