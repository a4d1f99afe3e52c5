import type { Act } from '../audit/act.ts';
import type { Environment } from '../config/environment.ts';
import type { MasterKey } from '../config/master-key.ts';
import type { SigningToken } from '../keys/signing-token.ts';
import type { Store } from '../storage/store.ts';

/** Whoever operates this installation, at a terminal or in the console: the same acts, written into the same trail. */
export interface Operator {
  readonly store: Store;
  readonly environment: Environment;
  readonly now: () => number;
  /** Only for acts that seal or open keys. */
  readonly masterKey: () => MasterKey;
  /** Where new signing keys are made and kept; undefined: sealed in the store. */
  readonly signingToken: () => Promise<SigningToken | undefined>;
  /** What this operator does, for the trail: the store writes it with the change. */
  readonly act: (action: string, subject: string, detail?: Act['detail']) => Act;
}

/** What was asked for cannot be done. The message says why, and what could be done, to the operator alone. */
export class ActRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ActRefused';
  }
}

export const isoTime = (instant: number | null): string | null =>
  instant === null ? null : new Date(instant).toISOString();
