/** The main thread's share of the CPU time that this process used for an act. */
export async function mainThreadShareOf(act: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  const all = await cpuMsOf(act);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000 / all;
}

/** The CPU time that this process used for an act. */
export async function cpuMsOf(act: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
