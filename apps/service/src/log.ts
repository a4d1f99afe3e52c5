import pino, { type Bindings, type ChildLoggerOptions, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

interface LogOptions {
  readonly level: LogLevel;
  /** Names of fields whose values may never be written: the contract's secret marks. */
  readonly secretFields: readonly string[];
  readonly destination: DestinationStream;
}

const CENSORED = '[redacted]';
const MAX_DEPTH = 6;
/** Header names are not fields of the contract's bodies, but carry the same secrets. */
const SECRET_HEADERS = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-service-signature'];

export function createLog({ level, secretFields, destination }: LogOptions): Logger {
  const isSecret = secretNames([...secretFields, ...SECRET_HEADERS]);
  const log = pino(
    {
      level,
      base: null,
      timestamp: isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => censor(fields, isSecret, 0) as Record<string, unknown>,
      },
      // Errors are described by then; pino's own serializer would describe the description.
      serializers: { err: (described: unknown) => described },
    },
    destination,
  );
  return censorBindings(log, isSecret);
}

/** pino writes the fields of a child past its formatters. */
function censorBindings(log: Logger, isSecret: IsSecret): Logger {
  const child = log.child.bind(log);
  const censored = (fields: Bindings, options?: ChildLoggerOptions): Logger =>
    censorBindings(child(censor(fields, isSecret, 0) as Bindings, options), isSecret);
  Object.assign(log, { child: censored });
  return log;
}

/**
 * A line of level info whose fields were put together by who knows that there is no secret among them: JSON without its braces. For the
 * line of each request, which would take longer on its way through pino than the rest of what is recorded of it.
 */
export function writeInfo(log: Logger, fields: string, message: string): void {
  if (!log.isLevelEnabled('info')) return;
  const { [pino.symbols.streamSym]: destination } = log as unknown as Record<symbol, DestinationStream>;
  destination!.write(`{"level":"info"${isoTime()},${fields},"msg":"${message}"}\n`);
}

let stampedAt = 0;
let stamp = '';

/** As pino's own isoTime; lines of one millisecond share the text. */
function isoTime(): string {
  const now = Date.now();
  if (now !== stampedAt) {
    stampedAt = now;
    stamp = `,"time":"${new Date(now).toISOString()}"`;
  }
  return stamp;
}

type IsSecret = (name: string) => boolean;

const fold = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '');

/** More names than our own lines have. Past it a name is only looked up anew each time. */
const REMEMBERED_NAMES = 1000;

function secretNames(names: readonly string[]): IsSecret {
  const secret = new Set(names.map(fold));
  const seen = new Map<string, boolean>();
  return (name) => {
    let answer = seen.get(name);
    if (answer === undefined) {
      answer = secret.has(fold(name));
      if (seen.size < REMEMBERED_NAMES) seen.set(name, answer);
    }
    return answer;
  };
}

/** By name at any depth, whatever wrote the line: `clientSecret` is the contract's client_secret too. */
function censor(value: unknown, isSecret: IsSecret, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (value instanceof Error) return describeError(value);
  if (depth >= MAX_DEPTH || ArrayBuffer.isView(value)) return CENSORED;
  if (Array.isArray(value)) return value.map((item) => censor(item, isSecret, depth + 1));
  return censorFields(value as Record<string, unknown>, isSecret, depth);
}

/** The same object where nothing had to be censored, which is the common line; a copy without its class otherwise, for a class may print itself. */
function censorFields(fields: Record<string, unknown>, isSecret: IsSecret, depth: number): Record<string, unknown> {
  let copy = Object.getPrototypeOf(fields) === Object.prototype ? undefined : { ...fields };
  for (const key of Object.keys(fields)) {
    const kept = isSecret(key) ? CENSORED : censor(fields[key], isSecret, depth + 1);
    if (kept !== fields[key]) (copy ??= { ...fields })[key] = kept;
  }
  return copy ?? fields;
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
