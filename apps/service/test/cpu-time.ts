/** The main thread's share of the CPU time that this process used for a function call. */
export async function mainThreadShareOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  const all = await cpuMsOf(work);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000 / all;
}

/** The CPU time that this process used for a function call. */
export async function cpuMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
