import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BIO_OPERATIONS, OPERATIONS } from '@authly/contract/operations';
import { SESSION_STATES } from '@authly/contract/states';
import { expect, it } from 'vitest';
import { TRANSITIONS } from '../../apps/service/src/session/transitions.ts';

const docs = join(import.meta.dirname, '../../docs');
const textsOf = (file: string, kind: string): string[] =>
  [...readFileSync(join(docs, file), 'utf8').matchAll(/<text class="([\w-]+)"[^>]*>([^<]*)</g)]
    .filter(([, each]) => kind.split(' ').includes(each!))
    .map(([, , text]) => text!);

it('the drawing of the states has every state and every transition', () => {
  expect(textsOf('reference/states.svg', 'name on-end').toSorted()).toEqual(SESSION_STATES.toSorted());
  const moves = TRANSITIONS.filter(({ to }) => to !== undefined && to !== 'stay');
  const drawn = textsOf('reference/states.svg', 'label').flatMap((text) => text.split(', '));
  expect(drawn.toSorted()).toEqual(moves.flatMap(({ event, from }) => from.map(() => event)).toSorted());
});

it.each(globSync('drawings/*.svg', { cwd: docs }))('%s names calls of the contract', (file) => {
  const calls = [...Object.values(OPERATIONS), ...Object.values(BIO_OPERATIONS)].map(
    ({ method, path }) => `${method} ${path.replace('/sessions/{session_id}', '/…')}`,
  );
  const drawn = [...readFileSync(join(docs, file), 'utf8').matchAll(/\b(?:GET|POST) \/[^\s<"]*(?=[<"]|\. )/g)];
  expect(drawn.length).toBeGreaterThan(2);
  for (const [call] of drawn) expect(calls).toContain(call);
});
