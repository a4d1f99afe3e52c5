import { expect, it } from 'vitest';
import { paced } from './paced.ts';

it('who asks at once is told the same; who asks later gets what was found later', async () => {
  let found = 0;
  const ask = paced(async () => ++found);
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  expect(await Promise.all([ask(), ask()])).toEqual([2, 2]);
});

it('whoever asks while it is done waits for the next: what is told was found after it was asked for', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let begun = 0;
  const ask = paced(async () => {
    const number = ++begun;
    await promise;
    return number;
  });
  const first = ask();
  await Promise.resolve();
  const second = ask();
  resolve();
  expect([await first, await second]).toEqual([1, 2]);
});

it('work that failed is told to those who asked for it, and is done again for others', async () => {
  const ends = [Promise.reject(new Error('away')), Promise.resolve('here')];
  const ask = paced(() => ends.shift()!);
  await expect(ask()).rejects.toThrow('away');
  expect(await ask()).toBe('here');
});

it('rests ten times as long as it took', async () => {
  const ask = paced(async () => {
    for (const end = performance.now() + 3; performance.now() < end; );
    return performance.now();
  });
  const first = await ask();
  expect((await ask()) - first).toBeGreaterThan(29);
});
