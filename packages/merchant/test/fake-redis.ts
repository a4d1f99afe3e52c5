import type { VirtualClock } from '../src/testing/index.ts';

export function fakeRedis(clock: VirtualClock): (command: string, ...args: string[]) => Promise<unknown> {
  const expiries = new Map<string, number>();
  const alive = (key: string) => (expiries.get(key) ?? 0) > clock.now();
  return async (command, key = '', ...args) => {
    if (command === 'EXISTS') return alive(key) ? 1 : 0;
    const [, nx, px, ms] = args;
    if (command !== 'SET' || nx !== 'NX' || px !== 'PX') throw new Error(`ERR unexpected command ${command}`);
    if (alive(key)) return null;
    expiries.set(key, clock.now() + Number(ms));
    return 'OK';
  };
}
