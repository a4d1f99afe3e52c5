import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface Ports {
  readonly api: number;
  readonly ops: number;
}

/** A start that fails, or that nobody waits for any longer, fails with all that the process said. How long it may take is for the caller to say. */
export async function readyPorts(child: ChildProcess, noLonger: AbortSignal): Promise<Ports> {
  const { promise, resolve, reject } = Promise.withResolvers<Ports>();
  const said: string[] = [];
  const notReady = (what: string): void => reject(new Error(`the process ${what}:\n${said.join('\n')}`));
  const late = (): void => notReady('is not ready yet');
  noLonger.addEventListener('abort', late);
  child.once('error', (error) => notReady(`could not be started (${error.message})`));
  // Which comes after all that it said.
  child.once('close', () => notReady('ended before it was ready'));
  const errors = createInterface({ input: child.stderr! }).on('line', (line) => said.push(line));
  const log = createInterface({ input: child.stdout! }).on('line', (line) => {
    said.push(line);
    const ports = portsOf(line);
    if (ports !== undefined) resolve(ports);
  });
  try {
    return await promise;
  } finally {
    noLonger.removeEventListener('abort', late);
    for (const lines of [errors, log]) lines.close();
    // What it says from now on is let go: a pipe that nobody empties would hold it up.
    for (const stream of [child.stderr!, child.stdout!]) stream.resume();
  }
}

function portsOf(line: string): Ports | undefined {
  try {
    const { msg, api, ops } = JSON.parse(line) as { msg?: string } & Ports;
    return msg === 'ready' ? { api, ops } : undefined;
  } catch {
    return undefined;
  }
}
