import type { CheckResult } from '../check.ts';

/** A run and its outcome, in whatever form it is reported. */
export interface Report {
  readonly merchantBioBaseUrl: string;
  readonly merchantId: string;
  readonly strict: boolean;
  /** The server trusts none of the runner's keys. */
  readonly refusalsOnly: boolean;
  readonly startedAt: string;
  readonly durationMs: number;
  /** How often the server fetched the key list. */
  readonly keyListFetches: number;
  readonly keyListUrl: string;
  readonly results: readonly CheckResult[];
}

export type Summary = Readonly<Record<CheckResult['status'], number>>;

export function summarize(results: readonly CheckResult[]): Summary {
  const count = (status: CheckResult['status']) => results.filter((result) => result.status === status).length;
  return { passed: count('passed'), warned: count('warned'), failed: count('failed'), skipped: count('skipped') };
}

/** The likeliest reason why not even the first call went through, as far as the runner can see. */
export function hintFor({ results, keyListFetches, keyListUrl, merchantId }: Report): string | undefined {
  const gate = results.find(({ id }) => id === 'store.accepted');
  if (gate?.status !== 'failed') return undefined;
  if (keyListFetches === 0)
    return `Your server never fetched ${keyListUrl}. Point its service base URL at this runner.`;
  if (gate.messages.some((message) => message.includes('signature_mismatch'))) {
    return `Your server fetched the key list and answers signature_mismatch. Either it knows itself by another merchant id than ${merchantId}, the one of --merchant-id; or the signature does not hold: compare the six lines that it verifies. Line 3 is the public path, the base address's own path included; the body hash is over the raw bytes.`;
  }
  return undefined;
}
