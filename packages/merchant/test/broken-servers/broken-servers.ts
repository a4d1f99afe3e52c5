import type { BrokenServer } from './broken-server.ts';
import { dataFaults, idempotencyFaults } from './data-faults.ts';
import { errorFaults } from './error-faults.ts';
import { fieldFaults } from './field-faults.ts';
import { httpFaults } from './http-faults.ts';
import { keyFaults } from './key-faults.ts';
import { loneFaults } from './lone-faults.ts';
import { longFaults } from './long-faults.ts';
import { merchantFaults } from './merchant-faults.ts';
import { nonceFaults } from './nonce-faults.ts';
import { overwriteFaults } from './overwrite-faults.ts';
import { oneCallFaults } from './one-call-faults.ts';
import { orderFaults } from './order-faults.ts';
import { replyFaults } from './reply-faults.ts';
import { scopeFaults } from './scope-faults.ts';
import { signatureFaults } from './signature-faults.ts';
import { timeFaults } from './time-faults.ts';
import { trustFaults } from './trust-faults.ts';
import { userRefFaults } from './user-ref-faults.ts';
import { valueFaults } from './value-faults.ts';

/** One array for each kind. */
export const FAULTS: readonly (readonly BrokenServer[])[] = [
  loneFaults,
  signatureFaults,
  merchantFaults,
  timeFaults,
  nonceFaults,
  keyFaults,
  dataFaults,
  overwriteFaults,
  userRefFaults,
  errorFaults,
  idempotencyFaults,
  fieldFaults,
  httpFaults,
  longFaults,
  orderFaults,
  oneCallFaults,
  scopeFaults,
  trustFaults,
  replyFaults,
  valueFaults,
];

export const BROKEN_SERVERS: readonly BrokenServer[] = FAULTS.flat();
