import type { CheckResult } from '../check.ts';
import { type Report, summarize } from './report.ts';

/** JUnit XML. A warning is a passed case with output. */
export function junitReport({ results, durationMs, startedAt }: Report): string {
  const { failed, skipped } = summarize(results);
  const counts = `tests="${results.length}" failures="${failed}" errors="0" skipped="${skipped}" time="${seconds(durationMs)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="authly-bio-check" timestamp="${escape(startedAt)}" ${counts}>`,
    ...results.map(testCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function testCase({ id, title, askedBy, explanation, status, messages, durationMs }: CheckResult): string {
  const text = escape(messages.join('; '));
  const why = explanation === undefined ? '' : escape(explanation);
  const inner = {
    passed: '',
    warned: `<system-out>warning: ${text}</system-out>`,
    failed: why === '' ? `<failure message="${text}"/>` : `<failure message="${text}">${why}</failure>`,
    skipped: `<skipped message="${text}"/>`,
  }[status];
  return `    <testcase classname="authly-bio-check.${escape(id)}" name="${escape(title)}${askedBy === 'advice' ? ' [advice]' : ''}" time="${seconds(durationMs)}">${inner}</testcase>`;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
