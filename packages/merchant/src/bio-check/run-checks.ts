import { AsyncLocalStorage } from 'node:async_hooks';
import { CheckFailure, type Check, type CheckResult, type Later } from './check.ts';
import { UsageError } from './options.ts';
import { createProbe, type ProbeOptions } from './probe.ts';
import { NoReply } from './send-raw.ts';

export interface RunOptions extends ProbeOptions {
  readonly checks: readonly Check[];
  readonly strict: boolean;
  readonly skip?: (check: Check) => string | undefined;
}

interface Run {
  readonly check: Check;
  readonly messages: string[];
  /** The wait for the second half is not counted. */
  durationMs: number;
  failure?: string;
  skipped?: string;
  later?: { readonly dueAt: number; look(): Promise<void> };
}

/** Checks run one after another, because they share the server's key list and its cooldown. Checks with `sideBySide` use neither. */
export async function runChecks(options: RunOptions): Promise<CheckResult[]> {
  const current = new AsyncLocalStorage<Run>();
  const probe = createProbe(options, {
    warn: (message) => void current.getStore()?.messages.push(message),
    checkId: () => current.getStore()?.check.id ?? '',
  });
  options.keyList.keys = [options.key.published('active')];
  const runs = options.checks.map((check): Run => ({ check, messages: [], durationMs: 0 }));

  const step = async (run: Run, work: () => Promise<void | Later>): Promise<void> => {
    const startedAt = performance.now();
    await failing(run, async () => {
      const later = await current.run(run, work);
      if (later) run.later = { look: () => later.look(), dueAt: options.clock.now() + (later.afterMs ?? Infinity) };
    });
    run.durationMs += Math.round(performance.now() - startedAt);
  };

  let closed: string | undefined;
  const together: Promise<void>[] = [];
  for (const run of runs) {
    const { check } = run;
    const skipped = closed === undefined ? options.skip?.(check) : `proves nothing while ${closed} fails`;
    if (!check.sideBySide) await Promise.all(together.splice(0));
    if (skipped !== undefined) run.skipped = skipped;
    else if (check.sideBySide) together.push(step(run, () => check.run(probe)));
    else await step(run, () => check.run(probe));
    if (check.gate && run.failure !== undefined) closed = check.id;
  }
  await Promise.all(together);
  // The difference of two infinite times is no number.
  for (const run of runs.filter(({ later }) => later).toSorted((a, b) => a.later!.dueAt - b.later!.dueAt || 0)) {
    const { later } = run;
    if (later!.dueAt < Infinity) await options.clock.sleep(Math.max(0, later!.dueAt - options.clock.now()));
    await step(run, () => later!.look());
  }
  return runs.map((run) => resultOf(run, options.strict));
}

async function failing(run: Run, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CheckFailure || error instanceof NoReply))
      throw new Error(`The check ${run.check.id} itself failed.`, { cause: error });
    run.failure = error.message;
  }
}

function resultOf({ check, failure, skipped, messages, durationMs }: Run, strict: boolean): CheckResult {
  if (skipped !== undefined) return { ...check, status: 'skipped', messages: [skipped], durationMs };
  const seen = failure === undefined ? messages : [failure, ...messages];
  return { ...check, status: statusOf(check, failure, seen, strict), messages: seen, durationMs };
}

function statusOf(
  { askedBy }: Check,
  failure: string | undefined,
  seen: readonly string[],
  strict: boolean,
): CheckResult['status'] {
  if (failure !== undefined && askedBy === 'contract') return 'failed';
  if (seen.length === 0) return 'passed';
  return strict ? 'failed' : 'warned';
}

/** The gates always run: without them a refusal proves nothing. */
export function selectChecks(
  checks: readonly Check[],
  { only = [], long = false }: { only?: readonly string[]; long?: boolean },
): readonly Check[] {
  if (only.length === 0) return checks.filter((check) => long || !check.long);
  const named = (name: string) => (check: Check) => check.id === name || check.id.startsWith(`${name}.`);
  const unknown = only.filter((name) => !checks.some(named(name)));
  if (unknown.length > 0) throw new UsageError(`No such check or group: ${unknown.join(', ')}. --list shows them all.`);
  return checks.filter((check) => check.gate || only.some((name) => named(name)(check)));
}

export const refusalChecks = (checks: readonly Check[]): readonly Check[] =>
  checks.filter(({ withoutTrust }) => withoutTrust !== undefined);
