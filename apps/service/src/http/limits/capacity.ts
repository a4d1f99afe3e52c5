import { readFileSync } from 'node:fs';

/** What one process gives at most: to all clients, and to one of them. */
export interface Capacity {
  readonly connections: number;
  /** A quarter of them. A trusted proxy has no share: it brings everybody's. */
  readonly connectionsPerAddress: number;
  readonly redirectConnections: number;
  /** Event streams and long polls. A quarter of the connections is left for calls that are answered at once. */
  readonly waits: number;
  readonly waitsPerAddress: number;
  readonly waitsPerClient: number;
  /** Memory of bodies that are being read or worked on. */
  readonly bodyBytes: number;
  readonly bodyBytesPerAddress: number;
}

const BODY_BYTES = 64 * 1_048_576;

/** All of it follows from one setting. At most half of the process's files are connections: a capture opens a second one to its merchant. */
export function capacityOf(maxConnections: number, openFiles: number = openFileLimit()): Capacity {
  const connections = Math.min(maxConnections, Math.floor(openFiles / 2));
  const share = Math.max(1, Math.floor(connections / 4));
  return {
    connections,
    connectionsPerAddress: share,
    redirectConnections: Math.max(4, Math.floor(connections / 8)),
    waits: Math.max(1, Math.floor(connections * 0.75)),
    waitsPerAddress: share,
    waitsPerClient: share,
    bodyBytes: BODY_BYTES,
    bodyBytesPerAddress: BODY_BYTES / 4,
  };
}

/** How many files, connections among them, Linux lets this process open. Elsewhere the setting alone decides. */
function openFileLimit(): number {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(limit ?? Infinity);
  } catch {
    return Infinity;
  }
}
