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
