import { expect, it } from 'vitest';
import { listenError } from '../../service/src/http/listen.ts';
import { FolderTakenError } from '../../service/src/storage/folder-lock.ts';
import { secondSandbox } from './second-sandbox.ts';

const taken = new FolderTakenError('/x/.authly', 'https://localhost:8443');
const failed = (code: string): unknown =>
  listenError(Object.assign(new Error(code), { code }), { host: 'x', port: 9464, setting: 'AUTHLY_OPS_PORT' });

it('for a taken folder, prints the command of a second sandbox', () => {
  const line =
    "AUTHLY_DATA_DIR='.authly-2' AUTHLY_PORT=8543 AUTHLY_HTTP_PORT=8180 AUTHLY_OPS_PORT=9564 AUTHLY_SHOP_PORT=9543 AUTHLY_CONSOLE_PORT=9544 npm start";
  expect(secondSandbox(taken, {})).toBe(`\nTo start a second sandbox next to it:\n  ${line}`);
});

it('for a second sandbox, prints the command of a third', () => {
  expect(secondSandbox(taken, { AUTHLY_DATA_DIR: '.authly-2', AUTHLY_PORT: '8543' })).toContain(
    "AUTHLY_DATA_DIR='.authly-2-2' AUTHLY_PORT=8643 AUTHLY_HTTP_PORT=8180 ",
  );
});

it('for a taken port, prints other ports for the same folder; for other errors, nothing', () => {
  expect(secondSandbox(failed('EADDRINUSE'), {})).toMatch(/^\nTo move all ports:\n {2}AUTHLY_PORT=8543 .*npm start$/);
  for (const error of [failed('EACCES'), new Error('EADDRINUSE')]) expect(secondSandbox(error, {})).toBe('');
});
