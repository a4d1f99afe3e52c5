import type { AppFailureReason } from '@authly/contract/wire/failure-codes';
import { ReaderError } from '../errors.ts';

export class Stop extends Error {
  readonly reason: AppFailureReason;
  constructor(reason: AppFailureReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

const LACKING: ReadonlySet<string> = new Set(['library_missing', 'no_reader', 'no_images', 'no_permission']);

export function reasonOf(error: unknown): AppFailureReason {
  if (error instanceof Stop) return error.reason;
  if (!(error instanceof ReaderError)) return 'capture_failed';
  return LACKING.has(error.code) ? 'device_not_supported' : 'capture_failed';
}

export const wordOf = (error: unknown): string =>
  error instanceof ReaderError ? error.code : error instanceof Stop ? error.message : 'unreachable';
