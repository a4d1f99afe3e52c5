import { expect, it } from 'vitest';
import { runAuthly } from '../../test/cli-run.ts';
import { fields, table } from './terminal/output.ts';
import { printable } from './terminal/printable.ts';

const PLANTED = 'a\u001b]0;title\u0007\u001b[2J\u009b31m\r\u0000\u007f\u202eb';
// oxlint-disable-next-line no-control-regex -- control characters
const OBEYED = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/;

it('escapes control characters as JSON does and keeps line breaks and all scripts', () => {
  expect(printable(PLANTED)).toBe('a\\u001b]0;title\\u0007\\u001b[2J\\u009b31m\\u000d\\u0000\\u007f\\u202eb');
  expect(printable('Shop 상점 é 👍\nשלום')).toBe('Shop 상점 é 👍\nשלום');
});

it('a value cannot start a new line', () => {
  const row = { name: `x\ny${PLANTED}` };
  for (const text of [table([row], ''), fields(row)]) {
    expect(text).not.toMatch(OBEYED);
    expect(text.split('\n').length).toBe(text.startsWith('NAME') ? 2 : 1);
  }
});

it('printable JSON parses to the same value', () => {
  expect(JSON.parse(printable(JSON.stringify({ a: PLANTED })))).toEqual({ a: PLANTED });
});

it.each([
  ['an unknown command', [PLANTED]],
  ['an unknown option', ['doctor', `--${PLANTED}`]],
  ['a bad choice', ['sessions', 'list', '--status', PLANTED]],
  ['a bad number', ['sessions', 'list', '--limit', PLANTED]],
  ['a file that is not there', ['restore', `/nowhere/${PLANTED}`]],
])('%s is printed without its control characters', async (_, words) => {
  const { code, out, error } = await runAuthly(words, { AUTHLY_DATA_DIR: '/proc/nowhere' });
  const said = out + error;
  expect(code).not.toBe(0);
  expect(said).toContain('title');
  expect(said).not.toMatch(OBEYED);
});
