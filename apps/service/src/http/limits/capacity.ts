import { LIMITS } from '@authly/contract/wire/limits';
import { fileText } from '../../config/setting-reader.ts';

export type Capacity = Readonly<ReturnType<typeof capacityOf>>;

const BODY_BYTES = 64 * 1_048_576;

/** At most half of the open files are connections: a capture opens a second one to its merchant. */
export function capacityOf(maxConnections: number, openFiles: number = openFileLimit()) {
  const connections = Math.min(maxConnections, Math.floor(openFiles / 2));
  const share = Math.max(1, Math.floor(connections / 4));
  // Event streams and long polls. A quarter of the connections is left for other calls.
  const waits = Math.max(1, Math.floor(connections * 0.75));
  return {
    connections,
    // Trusted proxies are exempt: they carry many clients.
    connectionsPerAddress: share,
    redirectConnections: Math.max(4, Math.floor(connections / 8)),
    waits: {
      session: LIMITS.waitsPerSession,
      merchant: Math.ceil(waits / 2),
      // Of a merchant's users. The rest of its share is kept for its result polls.
      users: Math.ceil(waits / 4),
      address: share,
      network: 2 * share,
      // A third is kept for the event streams of hosted pages.
      polls: Math.ceil((waits * 2) / 3),
      all: waits,
    },
    bodyBytes: {
      // Of a client, or of the session of an app.
      token: BODY_BYTES / 4,
      merchant: BODY_BYTES / 2,
      // Of all callers without a token together.
      unauthenticated: BODY_BYTES / 4,
      address: BODY_BYTES / 4,
      network: BODY_BYTES / 2,
      all: BODY_BYTES,
    },
  };
}

/** The open-file limit of this process on Linux. Elsewhere there is none. */
function openFileLimit(): number {
  const [, limit] = /^Max open files +(\d+)/m.exec(fileText('/proc/self/limits') ?? '') ?? [];
  return Number(limit ?? Infinity);
}
