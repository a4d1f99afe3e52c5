import { expect, it } from 'vitest';
import { readTerminalCode } from '../../test/read-terminal-code.ts';
import { terminalQr } from './welcome.ts';

const URL = 'http://192.168.100.200:8080/try';

it('a camera reads it off the terminal, with colours and without, and it is narrower than any terminal', () => {
  for (const colours of [true, false]) expect(readTerminalCode(terminalQr(URL, { colours }))).toBe(URL);
  expect(
    Math.max(
      ...terminalQr(URL, { colours: false })
        .split('\n')
        .map((line) => line.length),
    ),
  ).toBeLessThan(60);
});

it('four modules of light are around it, and its colours are those of no theme', () => {
  const lines = terminalQr(URL, { colours: false }).split('\n');
  expect(lines.slice(0, 2).join('')).toMatch(/^█+$/);
  for (const line of lines) expect(line).toMatch(/^█{4}.*█{4}$|^▀+$/);
  for (const line of terminalQr(URL, { colours: true }).split('\n'))
    expect(line).toMatch(/^\S*38;5;231;48;5;16m.*\[0m$/);
});
