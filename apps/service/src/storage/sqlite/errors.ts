import { StoreUnavailableError } from '../store.ts';

const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const NOTADB = 26;
// The disk is full: the shared-memory file could not grow. SQLite reports an I/O error.
const IOERR_SHMSIZE = IOERR | (19 << 8);

/** Another process holds the database; a retry may succeed. */
export const isBusy = (error: unknown): boolean => ((error as { errcode?: number }).errcode ?? 0) % 256 === BUSY;

/** Errors that an operator can act on become StoreUnavailableError; others are bugs and pass unchanged. */
export function sqliteError(error: unknown, file: string): unknown {
  if (!(error instanceof Error)) return error;
  const { code, errcode } = error as Error & { code?: string; errcode?: number };
  const unavailable = (reason: StoreUnavailableError['reason'], what: string) =>
    new StoreUnavailableError(reason, `${what}: ${file} (${error.message})`, { cause: error });
  if (code === 'ENOSPC' || errcode === IOERR_SHMSIZE) return unavailable('disk_full', 'the disk is full');
  if (code === 'EROFS' || code === 'EACCES') return unavailable('read_only', 'the database cannot be written');
  if (code === 'ERR_INVALID_STATE') return unavailable('unreachable', 'the database is closed');
  if (code !== 'ERR_SQLITE_ERROR' || errcode === undefined) return error;
  switch (errcode & 0xff) {
    case FULL:
      return unavailable('disk_full', 'the disk is full');
    case BUSY:
    case LOCKED:
      return unavailable('busy', 'another process holds the database');
    case READONLY:
      return unavailable('read_only', 'the database cannot be written');
    case IOERR:
    case CANTOPEN:
      return unavailable('unreachable', 'the database cannot be opened or read');
    case CORRUPT:
    case NOTADB:
      return unavailable('unreachable', 'the database is damaged');
    default:
      return error;
  }
}
