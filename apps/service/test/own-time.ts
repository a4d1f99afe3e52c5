const TICK_MS = 10;

/**
 * Time as this process lives it, in ticks that do not come while a busy machine lets the process wait. What it does by its own timers
 * can be held to a bound in this time, on any machine.
 */
export async function inOwnTime<T>(act: () => Promise<T>): Promise<{ result: T; ownMs: number }> {
  let ticks = 0;
  const ticking = setInterval(() => ticks++, TICK_MS);
  try {
    return { result: await act(), ownMs: ticks * TICK_MS };
  } finally {
    clearInterval(ticking);
  }
}

/** The share of what this process computed during an act that its main thread did itself, which answers no request meanwhile. */
export async function mainThreadShareOf(act: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  const all = await cpuMsOf(act);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000 / all;
}

/** The time that this process computed during an act, whatever else the machine did meanwhile. */
export async function cpuMsOf(act: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
