import type { CheckResult } from '../check.ts';
import { hintFor, type Report, summarize } from './report.ts';

const MARKS: Readonly<Record<CheckResult['status'], string>> = {
  passed: '  ok ',
  warned: 'WARN ',
  failed: 'FAIL ',
  skipped: 'skip ',
};

/** For a person: every check by group, what was seen where it matters, and a last line that says it all. */
export function textReport(report: Report): string {
  const lines = [`Merchant Bio API at ${report.merchantBioBaseUrl}, as ${report.merchantId}`];
  const groups = Map.groupBy(report.results, ({ id }) => id.split('.')[0]!);
  for (const [group, results] of groups) lines.push('', group, ...results.flatMap(resultLines));
  const { passed, warned, failed, skipped } = summarize(report.results);
  const hint = hintFor(report);
  lines.push('', ...(hint === undefined ? [] : [`Hint: ${hint}`, '']));
  lines.push(
    `${passed} passed, ${warned} warned, ${failed} failed, ${skipped} skipped in ${(report.durationMs / 1000).toFixed(1)} s${report.strict ? ' (strict)' : ''}`,
  );
  return `${lines.join('\n')}\n`;
}

function resultLines({ status, id, title, askedBy, messages }: CheckResult): string[] {
  const shown = status === 'skipped' ? [] : messages;
  const source = status === 'warned' || askedBy === 'advice' ? ' (asked by our decisions, not by the contract)' : '';
  return [`  ${MARKS[status]} ${id}: ${title}`, ...shown.map((message) => `         ${message}${source}`)];
}
