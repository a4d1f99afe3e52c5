import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MARKER } from '../lab/bench/report.ts';

it('docs/benchmarks.md is generated and has every benchmark', () => {
  const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'benchmarks.md'), 'utf8');
  expect(page.startsWith(MARKER)).toBe(true);
  for (const bench of ['api', 'bio', 'hosted', 'growth', 'fingerprint']) expect(page).toContain(`\n## ${bench}\n`);
});
