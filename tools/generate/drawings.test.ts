import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BIO_OPERATIONS, OPERATIONS } from '@authly/contract/operation-table';
import { SESSION_STATES } from '@authly/contract/wire/states';
import { expect, it } from 'vitest';
import { TRANSITIONS } from '../../apps/service/src/session/transitions.ts';

const docs = join(import.meta.dirname, '../../docs');

it.each(globSync('drawings/*.svg', { cwd: docs }))('%s names calls of the contract', (file) => {
  const calls = [...Object.values(OPERATIONS), ...Object.values(BIO_OPERATIONS)].map(
    ({ method, path }) => `${method} ${path.replace('/sessions/{session_id}', '/…')}`,
  );
  const drawn = [...readFileSync(join(docs, file), 'utf8').matchAll(/\b(?:GET|POST) \/[^\s<"]*(?=[<"]|\. )/g)];
  expect(drawn.length).toBeGreaterThan(2);
  for (const [call] of drawn) expect(calls).toContain(call);
});

it('the drawing of the session states has every state and every transition of the table', () => {
  const svg = readFileSync(join(docs, 'reference/states.svg'), 'utf8');
  const texts = [...svg.matchAll(/<text class="([^"]+)"[^>]*>([^<]*)</g)].map(([, kind, text]) => [kind, text!]);
  const events = texts.flatMap(([kind, text]) => (kind === 'label' ? text!.split(', ') : []));
  const states = texts.flatMap(([kind, text]) => (kind === 'label' ? [] : [text!]));
  const moves = TRANSITIONS.filter(({ to }) => to !== undefined && to !== 'stay').flatMap(({ event, from }) =>
    from.map(() => event),
  );
  expect(states.toSorted()).toEqual(SESSION_STATES.toSorted());
  expect(events.toSorted()).toEqual(moves.toSorted());
});
