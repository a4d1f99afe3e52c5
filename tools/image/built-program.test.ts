import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { builtProgram, PROGRAM, stampOf } from '../../apps/service/bin/built-program.mjs';

const root = mkdtempSync(join(tmpdir(), 'authly-program-'));
const SOURCES = ['apps/service/src/a.ts', 'packages/contract/src/b.ts'];
const madeOf = join(root, PROGRAM.folder, PROGRAM.madeOf);

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

beforeEach(() => {
  for (const file of SOURCES) write(file, 'as it was built');
  write(join(PROGRAM.folder, PROGRAM.entry), '');
  writeFileSync(madeOf, JSON.stringify(Object.fromEntries(SOURCES.map((file) => [file, stampOf(join(root, file))]))));
});
afterAll(() => rmSync(root, { recursive: true }));

it('the built program is run where it was made of exactly these sources', () => {
  expect(builtProgram(root)).toBe(`file://${join(root, PROGRAM.folder, PROGRAM.entry)}`);
});

it.each<[string, () => void]>([
  ['changed', () => write(SOURCES[0]!, 'as it is now, and longer')],
  ['gone', () => rmSync(join(root, SOURCES[1]!))],
  [
    'replaced by one of the same length whose time was set back',
    () => {
      write(SOURCES[0]!, 'as it was bUilt');
      utimesSync(join(root, SOURCES[0]!), new Date(0), new Date(0));
    },
  ],
])('the sources themselves are run where one is %s', (_, change) => {
  change();
  expect(builtProgram(root)).toBeUndefined();
});

it('the sources themselves are run where nothing was built, or half of it', () => {
  writeFileSync(madeOf, '{');
  expect(builtProgram(root)).toBeUndefined();
  rmSync(madeOf);
  expect(builtProgram(root)).toBeUndefined();
});
