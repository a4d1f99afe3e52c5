import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveName } from './resolve-name.ts';

const A = 1;
const AAAA = 28;
const ADDRESSES: Record<string, Partial<Record<number, number[]>>> = {
  'both.example': { [A]: [8, 8, 8, 8], [AAAA]: [0x26, 0x06, 0x47, 0, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x11, 0x11] },
  'four.example': { [A]: [9, 9, 9, 9] },
  'none.example': {},
};

/** A name server that knows three names, and says nothing at all about any other. */
class NameServer {
  readonly socket: Socket = createSocket('udp4');
  readonly silent: string[] = [];

  constructor() {
    this.socket.on('message', (query, { port, address }) => {
      const { name, end } = questionOf(query);
      const known = ADDRESSES[name];
      const type = query.readUInt16BE(end);
      if (known === undefined) this.silent.push(name);
      else this.socket.send(answerTo(query, end + 4, type, known[type]), port, address);
    });
  }
}

function questionOf(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (; query[at] !== 0; at += 1 + query[at]!) labels.push(query.toString('ascii', at + 1, at + 1 + query[at]!));
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function answerTo(query: Buffer, questionEnd: number, type: number, address: number[] | undefined): Buffer {
  const head = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, address ? 1 : 0, 0, 0, 0, 0]);
  const record = address === undefined ? [] : [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, address.length, ...address];
  return Buffer.concat([head, query.subarray(12, questionEnd), Buffer.from(record)]);
}

describe('resolveName', () => {
  const server = new NameServer();
  let resolve: ReturnType<typeof resolveName>;
  beforeAll(async () => {
    server.socket.bind(0, '127.0.0.1');
    await once(server.socket, 'listening');
    resolve = resolveName([`127.0.0.1:${server.socket.address().port}`]);
  });
  afterAll(() => server.socket.close());

  it('answers the addresses of both families', async () => {
    expect(await resolve('both.example')).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700:4700::1111', family: 6 },
    ]);
    expect(await resolve('four.example')).toEqual([{ address: '9.9.9.9', family: 4 }]);
  });

  it('rejects for a name that has none', async () => {
    await expect(resolve('none.example')).rejects.toMatchObject({ code: 'ENODATA' });
  });

  it('names whose servers hang do not hold up another name', async () => {
    const hanging = Array.from({ length: 20 }, (_, i) =>
      resolve(`hangs-${i}.example`).then(
        () => 'found',
        () => 'given up',
      ),
    );
    await expect.poll(() => server.silent.length).toBeGreaterThanOrEqual(40);
    const first = await Promise.race([resolve('four.example').then(() => 'the other name'), ...hanging]);
    expect(first).toBe('the other name');
    expect(new Set(await Promise.all(hanging))).toEqual(new Set(['given up']));
  });
});
