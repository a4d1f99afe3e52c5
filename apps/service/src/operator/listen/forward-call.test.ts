import { once } from 'node:events';
import { createServer, request, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forward, type Forwarding } from './forward-call.ts';

const reached: string[] = [];
const open = async (answer: RequestListener) => {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
};
type Opened = Awaited<ReturnType<typeof open>>;
let target: Opened;
let other: Opened;
let forwarder: Opened;
beforeAll(async () => {
  target = await open((from, to) => void (reached.push(`target ${from.url}`), to.writeHead(204).end()));
  other = await open((from, to) => void (reached.push(`other ${from.url}`), to.end()));
  const forwarding = {
    target: new URL(`http://127.0.0.1:${target.port}`),
    host: 'localhost:1',
    paths: { bio: '/bio', webhook: '/hook/' },
    say: () => {},
  } as unknown as Forwarding;
  forwarder = await open((from, to) => void forward(from, to, forwarding));
});
afterAll(() => [target, other, forwarder].forEach(({ server }) => server.close()));

async function call(path: string, host = 'localhost:1'): Promise<number | undefined> {
  const sent = request({ port: forwarder.port, host: '127.0.0.1', path, headers: { host }, method: 'POST' }).end();
  const [answer] = (await once(sent, 'response')) as [{ statusCode: number; resume(): void }];
  answer.resume();
  return answer.statusCode;
}

it.each([
  '//127.0.0.1:PORT/bio/enrollments',
  'http://127.0.0.1:PORT/hook/',
  '/\\127.0.0.1:PORT/x',
  '/bio',
  '/',
  '/hook',
])('passes nothing on for %s', async (path) => {
  reached.length = 0;
  expect(await call(path.replace('PORT', String(other.port)))).toBe(404);
  expect(reached).toEqual([]);
});

it('answers 421 to a page of another host name', async () => {
  reached.length = 0;
  expect(await call('/bio/enrollments', 'rebound.example:1')).toBe(421);
  expect(reached).toEqual([]);
});

it('passes the registered paths on, the slash at the end of a webhook too', async () => {
  reached.length = 0;
  for (const path of ['/bio/enrollments', '/hook/']) await call(path);
  expect(reached).toEqual(['target /bio/enrollments', 'target /hook/']);
});
