import { readFileSync } from 'node:fs';
import { LIMITS } from '@authly/contract/limits';

/** What one process gives at most: to all together, and to each of those who ask. */
export interface Capacity {
  readonly connections: number;
  /** A quarter of them. A trusted proxy brings everybody's: it has no share. */
  readonly connectionsPerAddress: number;
  readonly redirectConnections: number;
  /** Event streams and long polls together. A quarter of the connections is left for calls that are answered at once. */
  readonly waits: number;
  readonly waitsPerAddress: number;
  readonly waitsPerToken: number;
  /** Of bodies that are being read or worked on, beyond the first few KiB of each. */
  readonly bodyBytes: number;
  readonly bodyBytesPerAddress: number;
  /** No connection of a caller gets a file as high as this: what is above is left for operators, the store and merchants. */
  readonly filesForCallers: number;
}

const MIB = 1_048_576;
const BODY_BYTES = 64 * MIB;
/** For the operators' port, whatever else has filled up the rest. */
const FILES_FOR_OPERATORS = 64;

/**
 * All of it follows from the number of connections: that of the setting, or three quarters of what the system lets this process open. Who
 * waits needs no other file; of the rest, captures, each may need one more, to its merchant: together fifteen of sixteen.
 */
export function capacityOf(maxConnections: number, openFiles: number = openFileLimit()): Capacity {
  const connections = Math.max(1, Math.min(maxConnections, Math.floor(openFiles * 0.75)));
  const share = Math.max(1, Math.floor(connections / 4));
  return {
    connections,
    connectionsPerAddress: share,
    redirectConnections: Math.max(1, Math.floor(connections / 8)),
    waits: Math.max(1, Math.floor(connections * 0.75)),
    waitsPerAddress: share,
    waitsPerToken: share,
    bodyBytes: BODY_BYTES,
    bodyBytesPerAddress: BODY_BYTES / 4,
    filesForCallers: openFiles - FILES_FOR_OPERATORS,
  };
}

/** What every body may take without asking: so small a one is never refused, however much others send. */
export const FREE_BODY_BYTES: number = LIMITS.pageBodyBytes;

let knownLimit: number | undefined;

/** How many files, connections among them, the system lets this process open. */
function openFileLimit(): number {
  return (knownLimit ??= askedLimit());
}

/** As Linux says it, else from a report of Node, which takes longer than the rest of a start's steps together. */
function askedLimit(): number {
  const limit = Number(linuxLimit() ?? reportedLimit());
  return Number.isFinite(limit) ? limit : Infinity;
}

function linuxLimit(): string | undefined {
  try {
    return /^Max open files +(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

function reportedLimit(): string | number | undefined {
  // Or the report would look up the names of all who are connected.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } };
  return userLimits?.open_files?.soft;
}
