import { StoreUnavailableError } from '../port/store.ts';

/** Keys are a SQLSTATE or its class of two characters. */
const REASONS: Readonly<Record<string, [StoreUnavailableError['reason'], what: string, nextStep?: string]>> = {
  '53100': ['disk_full', "the database server's disk is full"],
  '25006': ['read_only', 'the database takes no writes'],
  '55P03': ['busy', 'the database is held by another transaction'],
  '57014': ['busy', 'the database took too long'],
  '40001': ['busy', 'the database is held by another transaction'],
  '40P01': ['busy', 'the database is held by another transaction'],
  '08': ['unreachable', 'the connection to the database failed'],
  '28': ['unreachable', 'the database refuses this user', 'check user and password in AUTHLY_DATABASE_URL'],
  '3D': ['unreachable', 'there is no such database', 'create it, or correct its name in AUTHLY_DATABASE_URL'],
  '53': ['unreachable', 'the database server is out of resources'],
  '57': ['unreachable', 'the database server is starting or stopping'],
  '58': ['unreachable', 'the database server failed'],
};

const SOCKET_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/** An error in one of these system calls means that no server was found. */
const CONNECTING = new Set(['getaddrinfo', 'connect']);
const DRIVER_MESSAGES = [
  'timeout expired',
  'Query read timeout',
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed',
  'Cannot use a pool after calling end',
  'The server does not support SSL',
  'There was an error establishing an SSL connection',
];

/** Node's own message names an option of Node. */
const UNKNOWN_CA =
  "the certificate of the database server is not from a known CA: add sslrootcert=/path/to/ca.pem to the server's address";
const TLS_ERRORS: Readonly<Record<string, string>> = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_CA,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_CA,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_CA,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_CA,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_CA,
  CERT_HAS_EXPIRED: 'the certificate of the database server has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the database server is for another host',
};

/** Errors that an operator can act on become StoreUnavailableError; others are bugs and pass unchanged. */
export function postgresError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  // Contains one error for each address of the host.
  if (error instanceof AggregateError && error.errors.length > 0) return postgresError(error.errors[0]);
  const unavailable = (reason: StoreUnavailableError['reason'], sentence: string) =>
    new StoreUnavailableError(reason, sentence, { cause: error });
  // The driver sets no code if the address has no password and the server requires one.
  const code = error.message.startsWith('SASL') ? '28' : ((error as Error & { code?: string }).code ?? '');
  const known = REASONS[code] ?? (code.length === 5 ? REASONS[code.slice(0, 2)] : undefined);
  if (known !== undefined) {
    const [reason, what, nextStep] = known;
    return unavailable(reason, `${what} (${error.message})${nextStep === undefined ? '' : `: ${nextStep}`}`);
  }
  if (code in TLS_ERRORS) return unavailable('unreachable', TLS_ERRORS[code]!);
  if (error.message === 'timeout exceeded when trying to connect')
    return unavailable('busy', 'all database connections of this process are in use');
  const { syscall, path } = error as NodeJS.ErrnoException;
  if (syscall === 'open')
    return unavailable(
      'unreachable',
      `sslrootcert, sslcert or sslkey of the database address points to a file that cannot be read: ${path}`,
    );
  const isNetwork = CONNECTING.has(syscall ?? '') || SOCKET_ERRORS.has(code);
  if (isNetwork || DRIVER_MESSAGES.some((message) => error.message.startsWith(message)))
    return unavailable(
      'unreachable',
      `the database cannot be reached (${error.message}): check AUTHLY_DATABASE_URL, and that the server runs`,
    );
  return error;
}
