import pino, { type BaseLogger, type DestinationStream } from 'pino';
import type { LogLevel } from '../config/config.ts';
import { VERSION } from '../runtime/version.ts';

/** It has no `child`, whose fields bypass the redaction. */
export type Logger = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>;

interface LogOptions {
  readonly level: LogLevel;
  readonly secretFields: readonly string[];
  readonly destination: DestinationStream;
}

const CENSORED = '[redacted]';
const MAX_DEPTH = 6;
const SECRET_HEADERS = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-service-signature'];

export function createLog({ level, secretFields, destination }: LogOptions): Logger {
  const isSecret = secretNames([...secretFields, ...SECRET_HEADERS]);
  return pino(
    {
      level,
      base: { pid: process.pid, version: VERSION },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => censor(fields, isSecret, 0) as Record<string, unknown>,
      },
      // `censor` has already converted errors.
      serializers: { err: (described: unknown) => described },
    },
    destination,
  );
}

type IsSecret = (name: string) => boolean;

const fold = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '');

function secretNames(names: readonly string[]): IsSecret {
  const secret = new Set(names.map(fold));
  return (name) => secret.has(fold(name));
}

/** Censors by name at any depth. `clientSecret` matches the contract's client_secret. */
function censor(value: unknown, isSecret: IsSecret, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (value instanceof Error) return describeError(value);
  if (depth >= MAX_DEPTH || ArrayBuffer.isView(value)) return CENSORED;
  if (Array.isArray(value)) return value.map((item) => censor(item, isSecret, depth + 1));
  const fields = Object.entries(value);
  return Object.fromEntries(
    fields.map(([name, each]) => [name, isSecret(name) ? CENSORED : censor(each, isSecret, depth + 1)]),
  );
}

/** Omits other properties, which may contain a query or a body. */
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
