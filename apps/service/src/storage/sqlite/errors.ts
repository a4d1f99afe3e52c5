import { StoreUnavailableError } from '../port/store.ts';

const BUSY = 5;
const IOERR = 10;
/** Keys are SQLite's primary result codes. */
const REASONS: Readonly<Record<number, [StoreUnavailableError['reason'], what: string]>> = {
  [BUSY]: ['busy', 'another process holds the database'],
  6: ['busy', 'another process holds the database'],
  8: ['read_only', 'the database cannot be written'],
  [IOERR]: ['unreachable', 'the database cannot be opened or read'],
  11: ['unreachable', 'the database is damaged'],
  13: ['disk_full', 'the disk is full'],
  14: ['unreachable', 'the database cannot be opened or read'],
  26: ['unreachable', 'the database is damaged'],
};
// The disk is full: the shared-memory file could not grow. SQLite reports an I/O error.
const IOERR_SHMSIZE = IOERR | (19 << 8);

/** Another process holds the database; a retry may succeed. */
export const isBusy = (error: unknown): boolean => ((error as { errcode?: number }).errcode ?? 0) % 256 === BUSY;

export function sqliteError(error: unknown, file: string): unknown {
  if (!(error instanceof Error)) return error;
  const { code, errcode } = error as Error & { code?: string; errcode?: number };
  const unavailable = (reason: StoreUnavailableError['reason'], what: string) =>
    new StoreUnavailableError(reason, `${what}: ${file} (${error.message})`, { cause: error });
  if (code === 'ENOSPC' || errcode === IOERR_SHMSIZE) return unavailable('disk_full', 'the disk is full');
  if (code === 'EROFS' || code === 'EACCES') return unavailable('read_only', 'the database cannot be written');
  if (code === 'ERR_INVALID_STATE') return unavailable('unreachable', 'the database is closed');
  if (code !== 'ERR_SQLITE_ERROR' || errcode === undefined) return error;
  const known = REASONS[errcode & 0xff];
  return known === undefined ? error : unavailable(...known);
}
