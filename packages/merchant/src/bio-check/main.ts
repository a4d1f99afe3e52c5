import { type Clock, systemClock } from '../clock.ts';
import { createServiceKey } from '../testing/service-key.ts';
import { CHECKS } from './checks/index.ts';
import { fetchPublishedKeyId, KeyList } from './key-list.ts';
import { type CliOptions, HELP, parseCommand, UsageError } from './options.ts';
import { jsonReport } from './report/json-report.ts';
import { type Report, silenceOf } from './report/report.ts';
import { textReport } from './report/text-report.ts';
import { refusalChecks, runChecks, selectChecks } from './run-checks.ts';
import { agentFor, whyNoAnswer } from './send-raw.ts';

interface Output {
  write(text: string): unknown;
}

export interface CommandStreams {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly clock?: Clock;
}

/** Returns the exit code: 0 passed, 1 a check failed, 2 the run could not be made. */
export async function main(argv: readonly string[], streams: CommandStreams): Promise<0 | 1 | 2> {
  const { stdout, stderr } = streams;
  try {
    const command = parseCommand(argv);
    if (typeof command !== 'string') return await runAndReport(command, argv, streams);
    stdout.write(command === 'help' ? HELP : checkList());
    return 0;
  } catch (error) {
    const usage = error instanceof UsageError;
    stderr.write(`authly-bio-check: ${(error as Error).message}${usage ? ' See --help.' : ''}\n`);
    return 2;
  }
}

const checkList = (): string =>
  CHECKS.map(
    ({ id, askedBy, title, long }) =>
      `${id.padEnd(40)} ${askedBy.padEnd(10)} ${title}${long ? ' (with --long)' : ''}\n`,
  ).join('');

async function runAndReport(
  options: CliOptions,
  argv: readonly string[],
  { stdout, stderr, clock = systemClock }: CommandStreams,
): Promise<0 | 1 | 2> {
  const keyList = new KeyList(clock);
  try {
    if (!options.refusalsOnly) {
      await listen(keyList, options);
      stderr.write(`Serving the key list at ${keyList.url}. The report follows when all checks have run.\n`);
    }
    const report = { argv, ...(await run(options, keyList, clock)) };
    stdout.write(options.json ? jsonReport(report) : textReport(report));
    return exitCode(report, stderr);
  } finally {
    await keyList.close();
  }
}

/** A server that never answers was not checked. */
function exitCode({ results }: Report, stderr: Output): 0 | 1 | 2 {
  const silence = silenceOf(results);
  if (silence !== undefined) {
    stderr.write(`authly-bio-check: The server did not answer the first call: ${whyNoAnswer(silence)}\n`);
    return 2;
  }
  return results.some(({ status }) => status === 'failed') ? 1 : 0;
}

async function listen(keyList: KeyList, { keysHost, keysPort }: CliOptions): Promise<void> {
  try {
    await keyList.listen({ host: keysHost, port: keysPort });
  } catch (error) {
    throw new Error(
      `The key list cannot listen on ${keysHost}:${keysPort} (${(error as NodeJS.ErrnoException).code}). Choose another with --keys-port.`,
      { cause: error },
    );
  }
}

async function run(options: CliOptions, keyList: KeyList, clock: Clock): Promise<Omit<Report, 'argv'>> {
  const { merchantBioBaseUrl, refusalsOnly, serviceUrl, timeoutMs } = options;
  const checks = selectChecks(refusalsOnly ? refusalChecks(CHECKS) : CHECKS, options);
  const agent = agentFor(merchantBioBaseUrl, options.caFile);
  const transport = { agent, timeoutMs };
  const [startedAt, started] = [new Date(clock.now()).toISOString(), performance.now()];
  try {
    const publishedKeyId = serviceUrl === undefined ? undefined : await fetchPublishedKeyId(serviceUrl, options);
    const results = await runChecks({
      ...options,
      checks,
      clock,
      keyList,
      transport,
      key: await createServiceKey(publishedKeyId ?? `bio-check-${crypto.randomUUID()}`),
      skip: ({ withoutTrust }) =>
        refusalsOnly && withoutTrust === 'published key id' && publishedKeyId === undefined
          ? 'needs a key id that your server trusts: give --service-url'
          : undefined,
    });
    return { options, keyList, results, startedAt, durationMs: Math.round(performance.now() - started) };
  } finally {
    agent.destroy();
  }
}
