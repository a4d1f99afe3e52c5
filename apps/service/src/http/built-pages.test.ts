import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { builtPages } from './built-pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'authly-built-pages-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('only the worker of the app page may compile WebAssembly: no page, and no other file', () => {
  mkdirSync(join(folder, 'assets'));
  const names = ['index.html', 'assets/index-q3NYPGZm.js', 'assets/engine-worker-vNLQ_g-r.js', 'engine-worker-a.js'];
  for (const name of names) writeFileSync(join(folder, name), '');
  const policies = new Map(
    builtPages(folder, '/app/', { permissions: 'camera=(self)' }).map(({ path, headers }) => [
      path,
      headers?.['Content-Security-Policy'],
    ]),
  );
  expect(policies.size).toBe(names.length + 1);
  for (const [path, policy] of policies) {
    const scripts = path === '/app/assets/engine-worker-vNLQ_g-r.js' ? "'self' 'wasm-unsafe-eval'" : "'self'";
    expect([path, policy]).toEqual([path, expect.stringContaining(`script-src ${scripts};`)]);
    expect([path, policy]).toEqual([path, expect.not.stringMatching(/'unsafe-/)]);
  }
});
