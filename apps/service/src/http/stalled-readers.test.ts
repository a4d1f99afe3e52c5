import { EventEmitter } from 'node:events';
import type { Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RawConnection } from '../../test/raw-connection.ts';
import { TestService } from '../../test/running-service.ts';
import { cutOffStalledReaders } from './stalled-readers.ts';

describe('a reader of what waits for it', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  class Reader extends EventEmitter {
    readonly _handle = { writeQueueSize: 1000 };
    bytesWritten = 5000;
    reset = 0;
    resetAndDestroy(): void {
      this.reset++;
      this.emit('close');
    }
  }

  function watched(): Reader {
    const server = new EventEmitter();
    cutOffStalledReaders(server as Server, 20_000, () => {});
    const reader = new Reader();
    server.emit('connection', reader);
    return reader;
  }

  it('who takes nothing for 20 s is cut off, and not before', () => {
    const reader = watched();
    vi.advanceTimersByTime(20_000);
    expect(reader.reset).toBe(0);
    vi.advanceTimersByTime(4000);
    expect(reader.reset).toBe(1);
  });

  it('who takes a little now and then is not', () => {
    const reader = watched();
    for (let minute = 0; minute < 4; minute++) {
      vi.advanceTimersByTime(15_000);
      reader._handle.writeQueueSize -= 1;
    }
    expect(reader.reset).toBe(0);
  });

  it('who has taken everything and waits for more is not', () => {
    const reader = watched();
    vi.advanceTimersByTime(15_000);
    reader._handle.writeQueueSize = 0;
    vi.advanceTimersByTime(600_000);
    expect(reader.reset).toBe(0);
  });
});

it('a client that asks and asks and never reads is cut off, and nothing of its answers is kept', async () => {
  const service = await TestService.start({ timeouts: { stalledReaderMs: 300 } });
  const metrics = async (): Promise<string> => (await service.ops('/metrics')).text;
  const isCutOff = async (): Promise<boolean> => (await metrics()).includes('cut_off_total{why="stalled"} 1');
  const answered = async (): Promise<number> =>
    Number(
      /_duration_seconds_count\{route="\/openapi.json",method="GET",status="200"\} (\d+)/.exec(await metrics())?.[1],
    );
  const reader = await RawConnection.toApi(service);
  reader.socket.pause();
  const ask = ['GET /openapi.json HTTP/1.1', 'Host: x', '', ''].join('\r\n');
  // Until the system takes no more of the answers.
  for (let asked = 4; !(await isCutOff()); asked += 4) {
    reader.socket.write(ask.repeat(4));
    await expect.poll(async () => (await answered()) === asked || (await isCutOff())).toBe(true);
  }
  await expect.poll(async () => /^authly_http_requests_in_flight 0$/m.test(await metrics())).toBe(true);
  reader.end();
  await service.stop();
});
