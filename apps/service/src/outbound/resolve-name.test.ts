import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClock } from '../../test/test-clock.ts';
import { resolveName } from './resolve-name.ts';

const A = 1;
const AAAA = 28;
const FOUR = [8, 8, 8, 8];
const SIX = [0x26, 0x06, 0x47, 0, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x11, 0x11];
const AS_FOUR = { address: '8.8.8.8', family: 4 };
const AS_SIX = { address: '2606:4700:4700::1111', family: 6 };

interface KnownName extends Partial<Record<number, number[]>> {
  /** Queries of this type are answered only on request. */
  readonly silent?: number;
}
const NAMES: Record<string, KnownName> = {
  'both.example': { [A]: FOUR, [AAAA]: SIX },
  'four.example': { [A]: FOUR },
  'none.example': {},
  'silent-six.example': { [A]: FOUR, [AAAA]: SIX, silent: AAAA },
  'silent-four.example': { [A]: FOUR, [AAAA]: SIX, silent: A },
  'only-six.example': { [AAAA]: SIX, silent: AAAA },
};

/** Longer than any test. */
const PATIENT_MS = 60_000;

/** A name server that answers queries for unknown names only on request. */
class NameServer {
  readonly socket: Socket = createSocket('udp4');
  silent: { readonly name: string; readonly answer: () => void }[] = [];

  constructor() {
    this.socket.on('message', (query, { port, address }) => {
      const { name, end } = questionOf(query);
      const known = NAMES[name];
      const type = query.readUInt16BE(end);
      const answer = (): void => this.socket.send(answerTo(query, end + 4, type, known?.[type]), port, address);
      if (known === undefined || known.silent === type) this.silent.push({ name, answer });
      else answer();
    });
  }

  speak(): void {
    for (const { answer } of this.silent) answer();
    this.silent = [];
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
  let address: string;
  const clock = new TestClock();
  beforeAll(async () => {
    server.socket.bind(0, '127.0.0.1');
    await once(server.socket, 'listening');
    address = `127.0.0.1:${server.socket.address().port}`;
    resolve = resolveName([address], PATIENT_MS, clock);
  });
  afterAll(() => server.socket.close());

  /** The addresses of a name with one silent family, after the wait for it. */
  async function resolveInPart(name: string): Promise<unknown> {
    const found = resolve(name);
    await expect.poll(() => clock.waiting).toBe(1);
    clock.move(100);
    return found;
  }

  it('returns the addresses of both families', async () => {
    expect(await resolve('both.example')).toEqual([AS_FOUR, AS_SIX]);
    expect(await resolve('four.example')).toEqual([AS_FOUR]);
  });

  it.each([
    ['AAAA', 'silent-six.example', AS_FOUR],
    ['A', 'silent-four.example', AS_SIX],
  ])('a name server that drops queries for %s does not delay the other addresses', async (_, name, address) => {
    expect(await resolveInPart(name)).toEqual([address]);
    // The resolver has not even asked again.
    expect(server.silent).toHaveLength(1);
    server.speak();
  });

  it('waits for late addresses if the other family has none', async () => {
    const late = resolve('only-six.example');
    // Both queries have arrived, and the wait after an answer has passed.
    await resolveInPart('silent-six.example');
    server.speak();
    expect(await late).toEqual([AS_SIX]);
  });

  it('rejects a name without addresses', async () => {
    await expect(resolve('none.example')).rejects.toMatchObject({ code: 'ENODATA' });
  });

  it('hanging name servers do not delay other names', async () => {
    let ended = 0;
    const hanging = Array.from({ length: 20 }, async (_, i) => {
      await expect(resolve(`hangs-${i}.example`)).rejects.toThrow('ENODATA');
      ended++;
    });
    await expect.poll(() => server.silent.length).toBe(40);
    expect(await resolve('four.example')).toEqual([AS_FOUR]);
    expect(ended).toBe(0);
    server.speak();
    await Promise.all(hanging);
  });

  it('a name whose server hangs is given up after two tries', async () => {
    await expect(resolveName([address], 20)('hangs.example')).rejects.toMatchObject({ code: 'ETIMEOUT' });
    const asked = Array.from({ length: 4 }, () => 'hangs.example');
    await expect.poll(() => server.silent.map(({ name }) => name)).toEqual(asked);
  });
});
