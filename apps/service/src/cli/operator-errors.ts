import { NotFoundError, OperatorError } from '../operator/actions/operator.ts';
import { ConfigError } from '../config/config-error.ts';
import { ListenError } from '../http/listen.ts';
import { KeyOutOfReach } from '../keys/key-ring.ts';
import { SigningUnavailableError } from '../keys/key-signer.ts';
import { RewrapRefused } from '../keys/rewrap.ts';
import { RotationRefused } from '../keys/rotation.ts';
import { SealError } from '../keys/seal.ts';
import { FolderTakenError } from '../storage/folder-lock.ts';
import { SchemaError } from '../storage/migration.ts';
import { BackupRefused } from '../storage/sqlite/backup.ts';
import { StoreUnavailableError, WrongEnvironmentError } from '../storage/port/store.ts';
import { fileErrorInWords } from '../operator/actions/file-errors.ts';
import { UsageError } from './program.ts';

/** The `code` of each error whose message tells the operator what to do. The first class that fits counts. */
const CODES = [
  [UsageError, 'usage'],
  [NotFoundError, 'not_found'],
  [OperatorError, 'refused'],
  [BackupRefused, 'refused'],
  [RotationRefused, 'refused'],
  [RewrapRefused, 'refused'],
  [ConfigError, 'invalid_settings'],
  [WrongEnvironmentError, 'invalid_settings'],
  [FolderTakenError, 'already_running'],
  [ListenError, 'port_unavailable'],
  [SchemaError, 'schema_mismatch'],
  [StoreUnavailableError, 'store_unavailable'],
  [KeyOutOfReach, 'key_unavailable'],
  [SealError, 'key_unavailable'],
  [SigningUnavailableError, 'key_unavailable'],
] as const;

/** Every code, for the reference. */
export const ERROR_CODES = {
  usage: 'Unknown command or option, or a required one is missing.',
  not_found: 'An id belongs to nothing in this store.',
  refused: 'The command cannot be done. The message says why.',
  invalid_settings: 'A setting is missing or wrong, or belongs to another environment than the store.',
  already_running: 'Another service uses the data folder.',
  port_unavailable: 'The service cannot listen on a port.',
  schema_mismatch: 'The database schema is older or newer than this release.',
  store_unavailable: 'The database or data folder cannot be reached or written.',
  key_unavailable: 'A key cannot be decrypted or used.',
  file: 'A file cannot be read or written.',
  internal: 'A defect of `authly`. The message has the stack trace.',
} as const;

/** The error that `--json` prints. */
export interface ErrorView {
  readonly code: keyof typeof ERROR_CODES;
  readonly message: string;
  readonly hint: string | null;
}

export function errorView(error: unknown): ErrorView {
  const known = CODES.find(([kind]) => error instanceof kind);
  if (known !== undefined) {
    const { message, hint = null } = error as Error & { readonly hint?: string | null };
    return { code: known[1], message, hint };
  }
  const inWords = fileErrorInWords(error);
  if (inWords !== undefined) return { code: 'file', message: inWords, hint: null };
  const message = (error instanceof Error && error.stack) || String(error);
  return { code: 'internal', message, hint: 'This is a defect of authly. Report it with the lines above.' };
}

export const isForOperators = (error: unknown): boolean => errorView(error).code !== 'internal';
