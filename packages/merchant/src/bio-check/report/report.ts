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
  if (silenceOf(results) !== undefined) return undefined;
  const refusals = results.filter(({ status }) => status === 'failed' || status === 'warned');
  const seen = refusals.flatMap(({ messages }) => messages).join('\n');
  if (/got (?:429|503)/.test(seen)) return RATE_LIMIT;
  const gate = refusals.find(({ id }) => id === 'store.accepted' || id === 'lookup.accepted');
  const cause = gate?.messages[0]?.match(/got (.*)/)?.[1];
  if (cause === undefined) return undefined;
  const row = CAUSES.find(([sign]) => sign.test(cause));
  return row?.[1]({ cause, fetched: keyList.fetches > 0, keysUrl: keyList.url, options });
}

interface Seen {
  /** Status and code of the first refusal. */
  readonly cause: string;
  readonly fetched: boolean;
  readonly keysUrl: string;
  readonly options: CliOptions;
}

const RATE_LIMIT =
  'Your server, or a proxy before it, limits the rate of calls (429 or 503). 429 is final like any 4xx, so it ends sessions: lift the limit for the addresses of the service, and for this run.';

/** By what was seen first. The first matching row counts. */
const CAUSES: readonly (readonly [sign: RegExp, hint: (seen: Seen) => string])[] = [
  [
    /^3\d\d/,
    ({ cause }) =>
      `Your server redirects (${cause}). The service follows no redirect: register the address that it leads to, with its scheme, host and slash.`,
  ],
  [
    /^(?:404|405|501)/,
    ({ cause, options }) =>
      `Nothing takes POST ${options.merchantBioBaseUrl}/enrollments (${cause}). Is the base address complete, with the path that your server or a proxy expects?`,
  ],
  [
    /^401 missing_signature/,
    () =>
      'Your server does not see all six X-Service-* headers, though they were sent. Does a proxy before it drop or rename headers that it does not know?',
  ],
  [
    /^401 timestamp_out_of_range/,
    () =>
      'A clock or a time zone is wrong: your server finds the time of the first call out of range. Compare date -u on both machines, and read X-Service-Timestamp as UTC.',
  ],
  [
    /^401 signature_mismatch/,
    ({ options }) =>
      `Your server answers signature_mismatch. Either it knows itself by another merchant id than ${options.merchantId}, the one of --merchant-id; or the signature does not hold: compare the six lines that it verifies. Line 3 is the public path, the base address's own path included; the body hash is over the raw bytes.`,
  ],
  [
    /^(?:401 invalid_signature|500 merchant_bio_internal_error)/,
    ({ fetched, keysUrl }) =>
      fetched
        ? `Your server fetched ${keysUrl} and still does not know the key. Does it find keys by key_id, and read public_key_base64 as SPKI DER?`
        : `Your server never fetched ${keysUrl}. Point its service base URL at this runner.`,
  ],
  [
    /^409 idempotency_conflict/,
    () =>
      'Your server takes two session ids for one. Is the Idempotency-Key cut, or compared in part? Ids have up to 128 characters.',
  ],
  [
    /^40[03] [a-z_]+/,
    ({ cause }) => `Your server refuses a call that is right (${cause}). Its log says which field or header it means.`,
  ],
  [
    /^(?:400|401|403|406|421|426|505)/,
    ({ cause }) =>
      `Something before your Bio API refuses the call (${cause}, without a code of the contract): a bot filter, a firewall, a login, or a server that speaks HTTP/2 only. The service calls with HTTP/1.1, without cookies and with the headers of the reference alone.`,
  ],
  [
    /^41[35]/,
    ({ cause }) => `A framework or a proxy refuses the body (${cause}). Bodies are application/json of up to 1 MiB.`,
  ],
  [
    /^5\d\d/,
    ({ cause }) =>
      `Your server, or a proxy that does not reach it, fails (${cause}). Its log has the error; the request id is in X-Request-Id.`,
  ],
];
