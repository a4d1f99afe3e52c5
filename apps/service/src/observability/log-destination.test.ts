import { execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, existsSync, mkdtempSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LogDestination, logFile } from './log-destination.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'authly-log-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const counted = (log: LogDestination): { lines: number } => {
  const lost = { lines: 0 };
  log.onDropped = (lines) => void (lost.lines += lines);
  return lost;
};

/** Node opens pipes like this. */
const openPipe = (path: string): number => openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);

/** A named pipe with an open reading side that is not read. */
function stalledReader(name: string): { readonly path: string; readonly fd: number; readonly reading: number } {
  const path = join(folder, name);
  execFileSync('mkfifo', [path]);
  const reading = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return { path, fd: openPipe(path), reading };
}

async function read(fd: number, length: number): Promise<string> {
  let all = '';
  for await (const part of new Socket({ fd, readable: true, writable: false }).setEncoding('utf8')) {
    all += part as string;
    if (all.length >= length) break;
  }
  return all;
}

const LINE = `${'x'.repeat(999)}\n`;

describe('a log', () => {
  it('in a file is complete, in order, appended, and readable by its owner only', async () => {
    const path = join(folder, 'whole.log');
    for (const part of ['a', 'b']) {
      const log = logFile(path);
      for (let i = 0; i < 100; i++) log.write(`${part}${i} ${LINE}`);
      await log.end();
      log.write('too late\n');
    }
    const expected = ['a', 'b'].flatMap((part) => Array.from({ length: 100 }, (_, i) => `${part}${i} ${LINE}`));
    expect(readFileSync(path, 'utf8')).toBe(expected.join(''));
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('is written soon even if it is a single line', async () => {
    const path = join(folder, 'single.log');
    const log = logFile(path);
    log.write('ready\n');
    await expect.poll(() => readFileSync(path, 'utf8')).toBe('ready\n');
    await log.end();
  });

  it('of several processes has complete lines, even with a slow reader', async () => {
    const { path, fd, reading } = stalledReader('shared');
    const logs = [fd, openPipe(path)].map((each) => new LogDestination({ fd: each }));
    const lines = logs.map((log, i) => {
      const own = Array.from({ length: 300 }, (_, n) => `${i} ${'x'.repeat((n * 37) % 1500)}\n`);
      for (const line of own) log.write(line);
      return own;
    });
    const got = (await read(reading, lines.flat().join('').length)).split('\n').map((line) => `${line}\n`);
    expect(lines.map((_, i) => got.filter((line) => line.startsWith(`${i}`)))).toEqual(lines);
    await Promise.all(logs.map((log) => log.end()));
  });

  it('with a blocked reader keeps what fits, drops and counts the rest, and blocks nothing', async () => {
    const { fd, reading } = stalledReader('stalled');
    const log = new LogDestination({ fd, maxWaitingBytes: 500_000 });
    const lost = counted(log);
    for (let i = 0; i < 2000; i++) log.write(LINE);
    expect(lost.lines).toBe(1500);
    expect(await read(reading, 500 * LINE.length)).toBe(LINE.repeat(500));
    await log.end();
  });

  it('with a blocked reader closes in time', async () => {
    const { fd, reading } = stalledReader('left');
    const log = new LogDestination({ fd });
    for (let i = 0; i < 200; i++) log.write(LINE);
    await expect(log.end(50)).resolves.toBeUndefined();
    closeSync(reading);
  });

  it('without a reader continues and counts', async () => {
    const { fd, reading } = stalledReader('gone');
    const log = new LogDestination({ fd, maxWaitingBytes: 20 * LINE.length });
    const lost = counted(log);
    closeSync(reading);
    for (let i = 0; i < 50; i++) log.write(LINE);
    await log.end();
    expect(lost.lines).toBe(30);
  });

  it.runIf(existsSync('/dev/full'))('on a full disk continues and counts', async () => {
    const log = new LogDestination({ fd: openSync('/dev/full', 'w'), maxWaitingBytes: 20 * LINE.length });
    const lost = counted(log);
    for (let i = 0; i < 50; i++) log.write(LINE);
    await log.end();
    expect(lost.lines).toBe(30);
  });

  it.runIf(existsSync('/dev/full'))('on a full disk does not block the end of the process', async () => {
    expect(
      await exitOf(
        'for (let i = 0; i < 50; i++) log.write("x".repeat(999)); setTimeout(() => process.exit(3), 200);',
        openSync('/dev/full', 'w'),
      ),
    ).toBe(3);
  });

  it('of a crashing process has the buffered lines', async () => {
    const child = spawn(process.execPath, script("log.write('last\\n'); process.exit(3);"), {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(await text(child.stdout)).toBe('last\n');
  });
});

const script = (work: string): string[] => [
  '--input-type=module',
  '-e',
  `import { LogDestination } from ${JSON.stringify(import.meta.resolve('./log-destination.ts'))};
  const log = new LogDestination();
  ${work}`,
];

const exitOf = (work: string, stdout: number): Promise<number | null> =>
  new Promise((resolve) => {
    spawn(process.execPath, script(work), { stdio: ['ignore', stdout, 'ignore'] }).once('exit', resolve);
  });
