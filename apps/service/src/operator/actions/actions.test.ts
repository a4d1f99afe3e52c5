import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CALLS } from '../console/call-routes.ts';
import type { Action } from '../row/action.ts';
import { GROUPS } from './groups.ts';
import { ACTIONS } from './index.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..', '..');
const rows: readonly Action[] = ACTIONS;

const sources = globSync('{apps/service/src,tools/generate}/**/*.ts', { cwd: root })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, code: readFileSync(join(root, path), 'utf8') }));

it.each(rows.map(({ name }) => name))('"%s" is declared in one file of operator/actions', (name) => {
  const declared = sources.filter(({ code }) => code.includes(`'${name}'`)).map(({ path }) => path);
  expect(declared).toEqual([expect.stringMatching(/^apps\/service\/src\/operator\/actions\/[a-z-]+\.ts$/)]);
});

it('every action has a group, a unique name, and a route unless its role is terminal', () => {
  expect(new Set(rows.map(({ name }) => name.split(' ')[0]))).toEqual(new Set(Object.keys(GROUPS)));
  const names = CALLS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, role } of rows) expect([name, names.includes(name)]).toEqual([name, role !== 'terminal']);
});

it('calls with the role read write no audit entry', () => {
  const audited = CALLS.filter(({ role, audit }) => role === 'read' && audit !== undefined);
  expect(audited.map(({ name }) => name)).toEqual([]);
});
