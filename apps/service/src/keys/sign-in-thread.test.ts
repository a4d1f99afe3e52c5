import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { signInThread } from './sign-in-thread.ts';
import { next, PLACES, SigningPlaces, TEXT_BYTES } from './signing-places.ts';
import { SigningThread, type ToSign } from './signing-thread.ts';

const [one, other] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')] as const;
const keyOf = (n: number): typeof one => (n % 3 === 0 ? other : one);
const textOf = (n: number): Buffer => Buffer.from(`text ${n} ${'x'.repeat(n)}`);

/** Whether each of so many, asked for at once, is signed with its own key. */
async function allHold(count: number, ask: (asked: ToSign) => void): Promise<boolean> {
  const asked = Array.from({ length: count }, (_, n) => {
    const { promise, ...settle } = Promise.withResolvers<Buffer>();
    ask({ text: textOf(n), key: keyOf(n).privateKey, ...settle });
    return promise;
  });
  const signatures = await Promise.all(asked);
  return signatures.every((signature, n) => verify(null, textOf(n), keyOf(n).publicKey, signature));
}

describe('a signature in another thread', () => {
  it('holds for its text and key, however many are asked for at once', async () => {
    const ask = ({ text, key, resolve, reject }: ToSign): void => void signInThread(text, key).then(resolve, reject);
    for (const count of [1, 2, 3, 2 * PLACES]) expect(await allHold(count, ask)).toBe(true);
  });
});

describe('the thread for signatures', () => {
  let thread: SigningThread;
  const insteadOfIt = vi.fn(({ text, key, resolve }: ToSign) => resolve(sign(null, text, key)));
  const take = (asked: ToSign): void => expect(thread.take(asked)).toBe(true);
  const isTaken = (length: number): boolean => thread.take({ ...nobodys, text: Buffer.alloc(length) });
  const nobodys = { key: one.privateKey, resolve() {}, reject() {} };

  beforeAll(async () => {
    thread = new SigningThread(insteadOfIt);
    await vi.waitUntil(() => isTaken(1), { timeout: 30_000, interval: 5 });
    return () => thread.stop();
  });

  it('uses its places again and again', async () => {
    for (let round = 0; round < 3; round++) {
      const held = allHold(PLACES - 1, take);
      thread.begin();
      expect(await held).toBe(true);
    }
  });

  it('takes no text that fits no place, and no more than it has places', async () => {
    expect(isTaken(TEXT_BYTES + 1)).toBe(false);
    expect(isTaken(TEXT_BYTES)).toBe(true);
    const held = allHold(PLACES - 1, take);
    expect(isTaken(1)).toBe(false);
    thread.begin();
    expect(await held).toBe(true);
    expect(isTaken(1)).toBe(true);
  });

  it('leaves what it has not signed to others when it ends', async () => {
    const begun = allHold(PLACES / 2, take);
    thread.begin();
    const notBegun = allHold(PLACES / 4, take);
    await thread.stop();
    expect(await begun).toBe(true);
    expect(await notBegun).toBe(true);
    expect(insteadOfIt).toHaveBeenCalled();
    expect(isTaken(1)).toBe(false);
  });
});

describe('the places that two threads see', () => {
  it('are told apart when the counts begin again, and keep no signature that was taken', () => {
    const places = new SigningPlaces(new SharedArrayBuffer(SigningPlaces.BYTES));
    const last = 2 ** 31 - 1;
    for (const [n, count] of [last, next(last)].entries()) {
      places.writeText(count, textOf(n), n);
      places.writeSignature(count, Buffer.alloc(64, n + 1));
    }
    expect(places.readText(last)).toEqual({ text: textOf(0), key: 0 });
    expect(places.readText(next(last))).toEqual({ text: textOf(1), key: 1 });
    expect(places.takeSignature(next(last))).toEqual(Buffer.alloc(64, 2));
    expect(places.takeSignature(next(last))).toEqual(Buffer.alloc(64));
    places.tellWritten(next(last));
    expect(places.writtenBeyond(last)).toBe(next(last));
  });
});
