import { execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, existsSync, mkdtempSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { LogWriter, logFile, type DropReason } from './log-writer.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'authly-log-'));
});
afterEach(() => void vi.useRealTimers());
afterAll(() => rmSync(folder, { recursive: true }));

const counted = (writer: LogWriter): Record<DropReason, number> => {
  const lost = { full: 0, failed: 0 };
  writer.onDropped = (lines, reason) => void (lost[reason] += lines);
  return lost;
};

/** A pipe with a name, held open on its reading side and not read. */
function stalledReader(name: string): { readonly path: string; readonly fd: number; readonly reading: number } {
  const path = join(folder, name);
  execFileSync('mkfifo', [path]);
  const reading = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return { path, fd: openSync(path, 'w'), reading };
}

const LINE = `${'x'.repeat(999)}\n`;

describe('a log', () => {
  it('in a file: whole, in order, after what was there, and for its owner alone', async () => {
    const path = join(folder, 'whole.log');
    for (const part of ['a', 'b']) {
      const writer = logFile(path);
      for (let i = 0; i < 100; i++) writer.write(`${part}${i} ${LINE}`);
      await writer.end();
    }
    const expected = ['a', 'b'].flatMap((part) => Array.from({ length: 100 }, (_, i) => `${part}${i} ${LINE}`));
    expect(readFileSync(path, 'utf8')).toBe(expected.join(''));
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('has a line that comes after a silence at once, and gathers those that follow it', async () => {
    const path = join(folder, 'silence.log');
    const holds = async (text: string): Promise<void> => {
      while (readFileSync(path, 'utf8') !== text) {
        vi.advanceTimersByTime(0);
        await setImmediate();
      }
    };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const writer = logFile(path);
    writer.write('ready\n');
    await holds('ready\n');
    for (const line of ['a\n', 'b\n']) writer.write(line);
    vi.advanceTimersByTime(99);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1);
    await holds('ready\na\nb\n');
  });

  it('that several processes write has whole lines of each, however slowly it is read', async () => {
    const { path, fd, reading } = stalledReader('shared');
    const writers = [fd, openSync(path, 'w')].map((each) => new LogWriter({ fd: each, isShared: true }));
    const lines = writers.map((writer, i) => {
      const own = Array.from({ length: 300 }, (_, n) => `${i} ${'x'.repeat((n * 37) % 1500)}\n`);
      for (const line of own) writer.write(line);
      return own;
    });
    const reader = new Socket({ fd: reading, readable: true, writable: false }).setEncoding('utf8');
    let read = '';
    for await (const part of reader) {
      read += part as string;
      if (read.length === lines.flat().join('').length) break;
    }
    const got = read.split('\n').map((line) => `${line}\n`);
    expect(lines.map((_, i) => got.filter((line) => line.startsWith(`${i}`)))).toEqual(lines);
    await Promise.all(writers.map((writer) => writer.end()));
  });

  it('whose reader stands still holds up nobody, keeps what fits, drops and counts the rest, and is read whole later', async () => {
    const { fd, reading } = stalledReader('stalled');
    const writer = new LogWriter({ fd, maxWaitingChars: 500_000 });
    const lost = counted(writer);
    for (let i = 0; i < 2000; i++) writer.write(LINE);
    await setImmediate();
    expect(lost).toEqual({ full: 1500, failed: 0 });
    await writer.end(0);
    const reader = new Socket({ fd: reading, readable: true, writable: false }).setEncoding('utf8');
    let read = '';
    for await (const part of reader) {
      read += part as string;
      if (read.length === 500 * LINE.length) break;
    }
    expect(read).toBe(LINE.repeat(500));
  });

  it('whose reader is gone goes on, and counts', async () => {
    const { fd, reading } = stalledReader('gone');
    const writer = new LogWriter({ fd });
    const lost = counted(writer);
    closeSync(reading);
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 20; i++) writer.write(LINE);
      await expect.poll(() => lost.failed).toBe(20 * (round + 1));
    }
    await writer.end();
  });

  it.runIf(existsSync('/dev/full'))('on a full disk goes on, and counts', async () => {
    const writer = new LogWriter({ fd: openSync('/dev/full', 'w') });
    const lost = counted(writer);
    for (let i = 0; i < 20; i++) writer.write(LINE);
    await expect.poll(() => lost.failed).toBeGreaterThan(0);
    writer.write(LINE);
    await writer.end();
    expect(lost).toEqual({ full: 0, failed: 21 });
  });

  it('of a process that ends by an error has what was waiting', async () => {
    const script = `import { LogWriter } from ${JSON.stringify(import.meta.resolve('./log-writer.ts'))};
      new LogWriter().write('last\\n');
      process.exit(3);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(await text(child.stdout)).toBe('last\n');
  });
});
