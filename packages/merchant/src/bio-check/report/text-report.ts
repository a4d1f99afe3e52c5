import type { CheckResult } from '../check.ts';
import { hintFor, type Report, summarize } from './report.ts';

const MARKS: Readonly<Record<CheckResult['status'], string>> = {
  passed: '  ok ',
  warned: 'WARN ',
  failed: 'FAIL ',
  skipped: 'skip ',
};

export function textReport(report: Report): string {
  const lines = [`Merchant Bio API at ${report.options.merchantBioBaseUrl}, as ${report.options.merchantId}`];
  if (report.options.refusalsOnly) lines.push('Refusals only: nothing was sent that a server may accept.');
  for (const group of new Set(report.results.map(groupOf))) {
    const results = report.results.filter((result) => groupOf(result) === group);
    lines.push('', group, ...results.flatMap((result) => resultLines(result, report)));
  }
  const { passed, warned, failed, skipped } = summarize(report.results);
  const hint = hintFor(report);
  lines.push('', ...(hint === undefined ? [] : [`Hint: ${hint}`, '']));
  const advice = report.results.filter(({ askedBy }) => askedBy === 'advice').length;
  lines.push(
    `${report.results.length - advice} checks come from the contract, ${advice} are advice: our decisions on what it leaves open.`,
    `${passed} passed, ${warned} warned, ${failed} failed, ${skipped} skipped in ${(report.durationMs / 1000).toFixed(1)} s${report.options.strict ? ' (strict)' : ''}`,
  );
  if (failed > 0) lines.push('', 'To repeat only what failed:', repeatLine(report));
  return `${lines.join('\n')}\n`;
}

/** The gates run in any case. */
function repeatLine({ argv, results }: Report): string {
  const failed = results.filter(({ status }) => status === 'failed').map(({ id }) => id);
  const kept = argv.filter((argument, i) => !/^--only(?:=|$)/.test(argument) && argv[i - 1] !== '--only');
  const words = [...kept, '--only', failed.join(',')].map((word) =>
    /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`,
  );
  return `npx --no-install authly-bio-check ${words.join(' ')}`;
}

const groupOf = ({ id }: CheckResult): string => id.split('.')[0]!;

function resultLines(result: CheckResult, { options }: Report): string[] {
  const { status, id, title, askedBy, explanation } = result;
  // The gate's own result says so already.
  const messages = status === 'skipped' && !options.refusalsOnly ? [] : result.messages;
  const why = explanation !== undefined && (status === 'failed' || status === 'warned') ? [explanation] : [];
  const warning = status === 'warned' && askedBy === 'contract' ? ' (advice)' : '';
  return [
    `  ${MARKS[status]} ${id}: ${title}${askedBy === 'advice' ? ' [advice]' : ''}`,
    ...messages.map((message) => `         ${message}${warning}`),
    ...why.map((text) => `         Why: ${text}`),
  ];
}
