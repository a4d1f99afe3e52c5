import { OperatorError } from '../actions/operator.ts';
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
import { StoreUnavailableError, WrongEnvironmentError } from '../storage/store.ts';

const OPERATOR_ERRORS = [
  OperatorError,
  BackupRefused,
  ConfigError,
  FolderTakenError,
  KeyOutOfReach,
  ListenError,
  RotationRefused,
  RewrapRefused,
  SchemaError,
  SealError,
  SigningUnavailableError,
  StoreUnavailableError,
  WrongEnvironmentError,
];

/** An error whose message tells the operator what to do. */
export const isForOperators = (error: unknown): error is Error =>
  OPERATOR_ERRORS.some((kind) => error instanceof kind) || isFileError(error);

const isFileError = (error: unknown): boolean => error instanceof Error && 'syscall' in error && 'path' in error;
