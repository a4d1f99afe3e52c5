import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Network } from './network.ts';

const echo = createServer((socket) => socket.on('error', () => {}).pipe(socket));
let network: Network;
beforeAll(async () => {
  await once(echo.listen(0, '127.0.0.1'), 'listening');
  network = await Network.to((echo.address() as AddressInfo).port);
});
afterAll(() => {
  network.close();
  echo.close();
});

async function connected(): Promise<Socket> {
  const socket = connect(network.port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

it('keeps the order of bytes when the delay changes', async () => {
  const socket = await connected();
  let heard = '';
  socket.setEncoding('utf8').on('data', (text: string) => (heard += text));
  socket.write('a');
  await expect.poll(() => heard).toBe('a');
  network.slow(30);
  socket.write('b');
  await expect.poll(() => network.waiting).toBeGreaterThan(0);
  network.heal();
  socket.write('c');
  await expect.poll(() => heard).toBe('abc');
  socket.destroy();
});

it('cut closes every connection, even new ones; heal lets new connections through', async () => {
  const before = await connected();
  network.cut();
  await once(before, 'close');
  await once(await connected(), 'close');
  network.heal();
  const after = await connected();
  after.write('x');
  const [heard] = (await once(after, 'data')) as [Buffer];
  expect(heard.toString()).toBe('x');
  after.destroy();
});
