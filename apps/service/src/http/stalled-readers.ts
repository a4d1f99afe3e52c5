import type { Server, Socket } from 'node:net';
import type { CutOff } from './bounded-connections.ts';
import { queuedBytes } from './node-internals.ts';

interface Progress {
  readonly queued: number;
  readonly written: number;
  /** When it last moved. */
  readonly at: number;
}

/** Looked at so many times within the time that a reader may stall. */
const LOOKS = 10;

/** A reader that takes nothing of what waits for it is cut off: its answer would be held in memory for as long as it likes. */
export function cutOffStalledReaders(server: Server, stalledMs: number, onCutOff: (why: CutOff) => void): void {
  const progress = new Map<Socket, Progress | undefined>();
  server.on('connection', (socket: Socket) => {
    progress.set(socket, undefined);
    socket.once('close', () => progress.delete(socket));
  });
  const look = (): void => {
    const now = performance.now();
    for (const [socket, before] of progress) {
      const queued = queuedBytes(socket);
      if (queued === 0) {
        if (before !== undefined) progress.set(socket, undefined);
        continue;
      }
      const written = socket.bytesWritten;
      if (before === undefined || before.queued !== queued || before.written !== written)
        progress.set(socket, { queued, written, at: now });
      else if (now - before.at >= stalledMs) {
        onCutOff('stalled');
        // The system forgets what it holds for it, too.
        socket.resetAndDestroy();
      }
    }
  };
  const looking = setInterval(look, stalledMs / LOOKS).unref();
  server.once('close', () => clearInterval(looking));
}
