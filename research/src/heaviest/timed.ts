/** The processor's time, the mean of some rounds: on a shared machine others take their turns in between. */
export function timed<Result>(rounds: number, work: () => Result): { result: Result; ms: number } {
  let result = work();
  const before = process.threadCpuUsage();
  for (let round = 0; round < rounds; round++) result = work();
  const { user, system } = process.threadCpuUsage(before);
  return { result, ms: (user + system) / 1000 / rounds };
}
