import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BIO_OPERATIONS, OPERATIONS } from '@authly/contract/operations';
import { expect, it } from 'vitest';

const docs = join(import.meta.dirname, '../../docs');

it.each(globSync('drawings/*.svg', { cwd: docs }))('%s names calls of the contract', (file) => {
  const calls = [...Object.values(OPERATIONS), ...Object.values(BIO_OPERATIONS)].map(
    ({ method, path }) => `${method} ${path.replace('/sessions/{session_id}', '/…')}`,
  );
  const drawn = [...readFileSync(join(docs, file), 'utf8').matchAll(/\b(?:GET|POST) \/[^\s<"]*(?=[<"]|\. )/g)];
  expect(drawn.length).toBeGreaterThan(2);
  for (const [call] of drawn) expect(calls).toContain(call);
});
