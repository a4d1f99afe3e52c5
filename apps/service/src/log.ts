import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

interface LogOptions {
  readonly level: LogLevel;
  /** Names of fields whose values may never be written: the contract's secret marks. */
  readonly secretFields: readonly string[];
  readonly destination?: DestinationStream;
}

const CENSORED = '[redacted]';
const DEEPEST = 6;
/** Header names are not fields of the contract's bodies, but carry the same secrets. */
const SECRET_HEADERS = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-service-signature'];

export function createLog({ level, secretFields, destination }: LogOptions): Logger {
  const secret = new Set([...secretFields, ...SECRET_HEADERS].map(fold));
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: (fields) => censor(fields, secret, 0) as Record<string, unknown> },
      serializers: { err: describeError },
    },
    // Asynchronous: a request does not wait for its line. What is buffered is flushed when the process ends in order.
    destination ?? pino.destination({ dest: 1, sync: false }),
  );
}

/** A file that only its owner reads. */
export const logFileDestination = (file: string): DestinationStream => pino.destination({ dest: file, append: true, sync: true, mode: 0o600 });

const fold = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '');

/** By name at any depth, whatever wrote the line: `clientSecret` is the contract's client_secret too. */
function censor(value: unknown, secret: ReadonlySet<string>, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error) return value;
  if (depth >= DEEPEST || ArrayBuffer.isView(value)) return CENSORED;
  if (Array.isArray(value)) return value.map((item) => censor(item, secret, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, secret.has(fold(key)) ? CENSORED : censor(child, secret, depth + 1)]));
}

/** Name, message and stack, and the same of its cause: no other property of an error, for it may hold a query or a body. */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error) || depth > 3) return { type: typeof error };
  const code = (error as { code?: unknown }).code;
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' && { code }),
    stack: error.stack,
    ...(error.cause !== undefined && { cause: describeError(error.cause, depth + 1) }),
  };
}
