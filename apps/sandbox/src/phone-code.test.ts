import { expect, it } from 'vitest';
import { readTerminalCode } from '../../../test/read-terminal-code.ts';
import { terminalQr } from './phone-code.ts';

const URL = 'http://192.168.100.200:8080/try';

it('a camera can read the code with and without colors, and it fits 60 columns', () => {
  for (const colors of [true, false]) expect(readTerminalCode(terminalQr(URL, { colors }))).toBe(URL);
  expect(
    Math.max(
      ...terminalQr(URL, { colors: false })
        .split('\n')
        .map((line) => line.length),
    ),
  ).toBeLessThan(60);
});

it('the code has a border of four light modules, and its colors depend on no theme', () => {
  const lines = terminalQr(URL, { colors: false }).split('\n');
  expect(lines.slice(0, 2).join('')).toMatch(/^█+$/);
  for (const line of lines) expect(line).toMatch(/^█{4}.*█{4}$|^▀+$/);
  for (const line of terminalQr(URL, { colors: true }).split('\n'))
    expect(line).toMatch(/^\S*38;5;231;48;5;16m.*\[0m$/);
});
