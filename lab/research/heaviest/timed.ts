/** Mean processor time of some rounds, because wall time on a shared machine includes other processes. */
export function timed<Result>(rounds: number, work: () => Result): { result: Result; ms: number } {
  let result = work();
  const before = process.threadCpuUsage();
  for (let round = 0; round < rounds; round++) result = work();
  const { user, system } = process.threadCpuUsage(before);
  return { result, ms: (user + system) / 1000 / rounds };
}
