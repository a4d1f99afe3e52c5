import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATION_NAMES } from '@authly/contract/operations';
import { expect, it } from 'vitest';
import { ENDPOINTS } from './routes.ts';

it('every operation of the contract is answered, in the order of its table', () => {
  expect(ENDPOINTS.map(({ operation }) => operation)).toEqual(OPERATION_NAMES);
});

it.each(OPERATION_NAMES)('%s is answered in the file that bears its name', (name) => {
  const file = `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
  expect(existsSync(join(import.meta.dirname, 'endpoints', file))).toBe(true);
});
