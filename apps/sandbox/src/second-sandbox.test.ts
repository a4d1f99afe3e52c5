import { expect, it } from 'vitest';
import { FolderTakenError } from '../../service/src/storage/port/store.ts';
import { secondSandbox } from './second-sandbox.ts';

const taken = new FolderTakenError('/x/.authly', 'https://localhost:8443');

it('for a taken folder, prints the command of a second sandbox, and for a second one of a third', () => {
  expect(secondSandbox(taken, {})).toBe(
    "\nTo start a second sandbox next to it:\n  AUTHLY_DATA_DIR='.authly-2' npm start",
  );
  expect(secondSandbox(taken, { AUTHLY_DATA_DIR: '.authly-2' })).toContain("AUTHLY_DATA_DIR='.authly-2-2' npm start");
  expect(secondSandbox(new Error('EADDRINUSE'), {})).toBe('');
});
