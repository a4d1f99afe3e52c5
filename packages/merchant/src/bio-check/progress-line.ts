/** Progress goes to stderr, so that stdout is the report only. */
export interface ProgressTarget {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

/** One line that rewrites itself on a terminal; in a log, one line per group. */
export function createProgressLine(target: ProgressTarget) {
  let lastGroup = '';
  return {
    show(done: number, total: number, text: string): void {
      const group = text.split(/[.:]/)[0]!;
      if (target.isTTY) target.write(`\r\u001B[K[${done}/${total}] ${text.slice(0, 100)}`);
      else if (group !== lastGroup) target.write(`[${done}/${total}] ${group} …\n`);
      lastGroup = group;
    },
    clear(): void {
      if (target.isTTY) target.write('\r\u001B[K');
    },
  };
}
