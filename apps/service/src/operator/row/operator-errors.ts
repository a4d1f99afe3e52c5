import { ConfigError, UnreadableFileError } from '../../config/config-error.ts';
import { ListenError } from '../../http/listen.ts';
import { SigningUnavailableError } from '../../keys/key-signer.ts';
import { SealError } from '../../keys/seal.ts';
import { RefusedError } from '../../runtime/refused-error.ts';
import {
  FolderTakenError,
  SchemaError,
  StoreUnavailableError,
  WrongEnvironmentError,
} from '../../storage/port/store.ts';
import { fileErrorInWords } from './file-errors.ts';
import { NotFoundError } from './operator.ts';
import { UsageError } from './usage-error.ts';

/** Errors whose message tells the operator what to do, with the `code` of the CLI and the console and the status of the console. The first class that fits counts. */
const KINDS = [
  [UsageError, 'usage', 400],
  [NotFoundError, 'not_found', 404],
  [RefusedError, 'refused', 409],
  [UnreadableFileError, 'unreadable_file', 500],
  [ConfigError, 'invalid_settings', 500],
  [WrongEnvironmentError, 'invalid_settings', 500],
  [FolderTakenError, 'already_running', 500],
  [ListenError, 'port_unavailable', 500],
  [SchemaError, 'schema_mismatch', 500],
  [StoreUnavailableError, 'store_unavailable', 503],
  [SealError, 'key_unavailable', 503],
  [SigningUnavailableError, 'key_unavailable', 503],
] as const;

/** Every code, for the reference. */
export const ERROR_CODES = {
  usage: 'Unknown command or option, or a required one is missing.',
  not_found: 'No object in this store has that id.',
  refused: 'The command was refused. The message says why.',
  invalid_settings: 'A setting is missing or wrong, or belongs to another environment than the store.',
  unreadable_file: 'A file that a setting names cannot be read or is empty.',
  already_running: 'Another service uses the data folder.',
  port_unavailable: 'The service cannot listen on a port.',
  schema_mismatch: 'The database schema is older or newer than this release.',
  store_unavailable: 'The database or data folder cannot be reached or written.',
  key_unavailable: 'A key cannot be decrypted or used.',
  file: 'A file or the output cannot be read or written. The hint says what was done.',
  internal: 'A defect of `authly`. The message has the stack trace.',
} as const;

interface OperatorErrorView {
  readonly code: keyof typeof ERROR_CODES;
  readonly message: string;
  readonly hint: string | null;
  readonly status: number;
}

export function errorView(error: unknown): OperatorErrorView {
  const known = KINDS.find(([kind]) => error instanceof kind);
  if (known !== undefined) {
    const [, code, status] = known;
    const { message, hint = null } = error as Error & { readonly hint?: string | null };
    return { code, message, hint, status };
  }
  const inWords = fileErrorInWords(error);
  const { hint: next = null } = error as { readonly hint?: string };
  if (inWords !== undefined) return { code: 'file', message: inWords, hint: next, status: 500 };
  const message = (error instanceof Error && error.stack) || String(error);
  const hint = 'This is a defect of authly. Report it with the lines above.';
  return { code: 'internal', message, hint, status: 500 };
}
