import type { CheckResult } from '../check.ts';
import type { KeyList } from '../key-list.ts';
import type { CliOptions } from '../options.ts';
import { NO_ANSWER } from '../send-raw.ts';

export interface Report {
  readonly options: CliOptions;
  readonly keyList: KeyList;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly results: readonly CheckResult[];
}

export function summarize(results: readonly CheckResult[]): Record<CheckResult['status'], number> {
  const count = (status: CheckResult['status']) => results.filter((result) => result.status === status).length;
  return { passed: count('passed'), warned: count('warned'), failed: count('failed'), skipped: count('skipped') };
}

/** Why the server did not answer the first call, if it did not. */
export const silenceOf = ([first]: readonly CheckResult[]): string | undefined =>
  first?.messages.find((message) => message.startsWith(NO_ANSWER));

export function hintFor({ results, keyList, options }: Report): string | undefined {
  const gate = results.find(({ id }) => id === 'store.accepted');
  if (gate?.status !== 'failed' || silenceOf(results) !== undefined) return undefined;
  if (keyList.fetches === 0)
    return `Your server never fetched ${keyList.url}. Point its service base URL at this runner.`;
  if (gate.messages.some((message) => message.includes('signature_mismatch')))
    return `Your server fetched the key list and answers signature_mismatch. Either it knows itself by another merchant id than ${options.merchantId}, the one of --merchant-id; or the signature does not hold: compare the six lines that it verifies. Line 3 is the public path, the base address's own path included; the body hash is over the raw bytes.`;
  return undefined;
}
