import type { Check } from './check.ts';
import { UsageError } from './options.ts';

/** The named checks and groups, and the gates: without those a refusal proves nothing. */
export function selectChecks(checks: readonly Check[], only: readonly string[]): readonly Check[] {
  if (only.length === 0) return checks;
  const named = (name: string) => (check: Check) => check.id === name || check.id.startsWith(`${name}.`);
  const unknown = only.filter((name) => !checks.some(named(name)));
  if (unknown.length > 0) throw new UsageError(`No such check or group: ${unknown.join(', ')}. --list shows them all.`);
  return checks.filter((check) => check.gate || only.some((name) => named(name)(check)));
}

/** What a server must refuse that trusts none of our keys. */
export const refusalChecks = (checks: readonly Check[]): readonly Check[] =>
  checks.filter(({ withoutTrust }) => withoutTrust !== undefined);
