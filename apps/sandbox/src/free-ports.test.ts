import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from '../../../test/free-port.ts';
import { freePorts } from './free-ports.ts';

it('chooses its default or, if another program has it, a free port above it; a port that is set stays', async () => {
  const [taken, free] = [await freePort(), await freePort()];
  const other = createServer().listen(taken, '127.0.0.1');
  await once(other, 'listening');
  const defaults = { AUTHLY_PORT: `${taken}`, AUTHLY_OPS_PORT: `${free}`, AUTHLY_SHOP_PORT: `${taken}` };
  const ports = await freePorts({ AUTHLY_OPS_PORT: '', AUTHLY_SHOP_PORT: `${taken}` }, '127.0.0.1', defaults);
  other.close();
  expect(Object.keys(ports)).toEqual(['AUTHLY_PORT', 'AUTHLY_OPS_PORT']);
  expect(ports['AUTHLY_OPS_PORT']).toBe(`${free}`);
  expect(Number(ports['AUTHLY_PORT'])).toBeGreaterThan(taken);
});
