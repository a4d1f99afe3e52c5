import { CheckFailure, type Check, type CheckResult } from './check.ts';
import { UsageError } from './options.ts';
import { createProbe, type ProbeOptions } from './probe.ts';
import { NoReply } from './send-raw.ts';

export interface RunOptions extends ProbeOptions {
  readonly checks: readonly Check[];
  /** Advice counts as a failure too. */
  readonly strict: boolean;
  /** Why a check is not run here. */
  readonly skip?: (check: Check) => string | undefined;
  readonly onCheck?: (check: Check, index: number) => void;
}

/** Runs the checks one after another: they share the server's key list and its cooldown. */
export async function runChecks(options: RunOptions): Promise<CheckResult[]> {
  let warnings: string[] = [];
  const probe = createProbe(options, (message) => void warnings.push(message));
  options.keyList.keys = [options.key.published('active')];
  const results: CheckResult[] = [];
  let closed: string | undefined;
  for (const [index, check] of options.checks.entries()) {
    const skipped = closed === undefined ? options.skip?.(check) : `proves nothing while ${closed} fails`;
    if (skipped !== undefined) {
      results.push({ ...check, status: 'skipped', messages: [skipped], durationMs: 0 });
      continue;
    }
    options.onCheck?.(check, index);
    warnings = [];
    const startedAt = performance.now();
    const failure = await failureOf(check, () => check.run(probe));
    const status = statusOf(check, failure, warnings, options.strict);
    results.push({
      ...check,
      status,
      messages: [...(failure === undefined ? [] : [failure]), ...warnings],
      durationMs: Math.round(performance.now() - startedAt),
    });
    if (check.gate && failure !== undefined) closed = check.id;
  }
  return results;
}

async function failureOf(check: Check, run: () => Promise<void>): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    if (error instanceof CheckFailure || error instanceof NoReply) return error.message;
    throw new Error(`The check ${check.id} itself failed.`, { cause: error });
  }
}

function statusOf(
  { askedBy }: Check,
  failure: string | undefined,
  warnings: readonly string[],
  strict: boolean,
): CheckResult['status'] {
  if (failure !== undefined && askedBy === 'contract') return 'failed';
  if (failure === undefined && warnings.length === 0) return 'passed';
  return strict ? 'failed' : 'warned';
}

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
