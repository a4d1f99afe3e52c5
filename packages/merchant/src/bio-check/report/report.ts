import type { CheckResult } from '../check.ts';
import type { KeyList } from '../key-list.ts';
import type { CliOptions } from '../options.ts';
import { NO_ANSWER } from '../send-raw.ts';

export interface Report {
  readonly argv: readonly string[];
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

/** The first thing that was seen decides. */
export function hintFor({ results, keyList, options }: Report): string | undefined {
  const refusals = results.filter(({ status }) => status === 'failed' || status === 'warned');
  const gate = refusals.find(({ id }) => id === 'store.accepted' || id === 'lookup.accepted');
  const first = gate?.messages[0]?.match(/got (.*)/)?.[1] ?? '';
  const isLimited = refusals.some(({ messages }) => messages.some((message) => /got (?:429|503)/.test(message)));
  const seen = isLimited ? '429' : first.startsWith('401 invalid') && keyList.fetches === 0 ? 'never fetched' : first;
  const hint = HINTS.find(([sign]) => sign.test(seen))?.[1];
  return hint?.replace('{id}', options.merchantId).replace('{keys}', keyList.url).replace('{seen}', seen);
}

/** The first matching row counts. */
// biome-ignore format: one row a line
const HINTS: readonly (readonly [sign: RegExp, hint: string])[] = [
  [/^429/, 'Your server, or a proxy before it, limits the rate of calls (429 or 503). 429 is final like any 4xx, so it ends sessions: lift the limit for the addresses of the service, and for this run.'],
  [/^3/, 'Your server redirects ({seen}). The service follows no redirect: register the address that it leads to, with its scheme, host and slash.'],
  [/^(?:404|405|501)/, 'Nothing takes the calls below this base address ({seen}). Is it complete, with the path that your server or a proxy expects?'],
  [/^401 missing_signature/, 'Your server does not see all six X-Service-* headers, though they were sent. Does a proxy before it drop or rename headers that it does not know?'],
  [/^401 timestamp_out_of_range/, 'A clock or a time zone is wrong: your server finds the time of the first call out of range. Compare date -u on both machines, and read X-Service-Timestamp as UTC.'],
  [/^401 signature_mismatch/, "Your server answers signature_mismatch. Either it knows itself by another merchant id than {id}, the one of --merchant-id; or the signature does not hold: compare the six lines that it verifies. Line 3 is the public path, the base address's own path included; the body hash is over the raw bytes."],
  [/^never fetched/, 'Your server never fetched {keys}. Point its service base URL at this runner.'],
  [/^401 invalid_signature/, 'Your server fetched {keys} and does not take the signature. Does it find keys by key_id, and read public_key_base64 as SPKI DER?'],
  [/^500 merchant_bio_internal_error/, 'Your server could not fetch {keys}, or its own store fails. Its log has the error.'],
  [/^409/, 'Your server takes two session ids or nonces for one ({seen}). Is the Idempotency-Key or the nonce cut, or compared in part? Ids have up to 128 characters.'],
  [/^40\d [a-z_]+/, 'Your server refuses a call that is right ({seen}). Its log says which field or header it means.'],
  [/^41[35]/, 'A framework or a proxy refuses the body ({seen}). Bodies are application/json of up to 1 MiB.'],
  [/^4|^505/, 'Something before your Bio API refuses the call ({seen}, without a code of the contract): a bot filter, a firewall, a login, or a server that speaks HTTP/2 only. The service calls with HTTP/1.1, without cookies and with the headers of the reference alone.'],
  [/^5/, 'Your server fails, or a proxy does not reach it ({seen}). Its log has the error.'],
];
