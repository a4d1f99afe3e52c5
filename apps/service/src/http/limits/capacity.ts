import { readFileSync } from 'node:fs';

export type Capacity = Readonly<ReturnType<typeof capacityOf>>;

const BODY_BYTES = 64 * 1_048_576;

/** At most half of the open files are connections: a capture opens a second one to its merchant. */
export function capacityOf(maxConnections: number, openFiles: number = openFileLimit()) {
  const connections = Math.min(maxConnections, Math.floor(openFiles / 2));
  const share = Math.max(1, Math.floor(connections / 4));
  return {
    connections,
    // Trusted proxies are exempt: they carry many clients.
    connectionsPerAddress: share,
    redirectConnections: Math.max(4, Math.floor(connections / 8)),
    // Event streams and long polls. A quarter of the connections is left for other calls.
    waits: Math.max(1, Math.floor(connections * 0.75)),
    waitsPerAddress: share,
    waitsPerClient: share,
    bodyBytes: BODY_BYTES,
    bodyBytesPerAddress: BODY_BYTES / 4,
  };
}

/** The open-file limit of this process on Linux. Elsewhere there is none. */
function openFileLimit(): number {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(limit ?? Infinity);
  } catch {
    return Infinity;
  }
}
