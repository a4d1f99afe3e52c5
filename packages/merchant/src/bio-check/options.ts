import { parseArgs } from 'node:util';
import { BIO_LIMITS } from '@authly/contract/wire/limits';
import { OPERATIONS } from '@authly/contract/operation-table';
import { parseBaseUrl } from '../base-url.ts';

const DEFAULT_KEYS_PORT = 8790;
const DEFAULT_NONCE_WAIT_S = 2;
const DEFAULT_LONG_WAIT_S = BIO_LIMITS.keyListMaxAgeMs / 1000 + 50;
const DEFAULT_TOLERANCE_S = BIO_LIMITS.timestampToleranceMs / 1000;
export const STRICT_REMOVED_KEY_WAIT_S = BIO_LIMITS.keyListMaxAgeMs / 1000 + 10;

export const HELP = `authly-bio-check <merchant_bio_base_url> --merchant-id ID [options]

Checks a Merchant Bio API, written in any language, against the contract. It takes the service's place: it brings a
signing key of its own and serves the list of signing keys. Before you run it, tell your server that the service's base URL is

    http://127.0.0.1:${DEFAULT_KEYS_PORT}

so that it fetches the keys from http://127.0.0.1:${DEFAULT_KEYS_PORT}${OPERATIONS.listSigningKeys.path}. Use a test store: the run leaves
made-up enrollments of users named bio-check-… behind.

  --merchant-id ID          the merchant id that your server knows as its own (required)
  --ca-file FILE            trust the certificates in this PEM file too: your server's own CA, and that of --service-url
  --timeout MS              for each request, connection included (default ${BIO_LIMITS.requestTimeoutMs})
  --tolerance S             your server's timestamp tolerance (default ${DEFAULT_TOLERANCE_S})
  --keys-host HOST          where the key list listens (default 127.0.0.1)
  --keys-port PORT          and on which port (default ${DEFAULT_KEYS_PORT}; 0 takes a free one)
  --removed-key-wait S      how long a removed key may still be accepted (default 0, with --strict ${STRICT_REMOVED_KEY_WAIT_S})
  --nonce-wait S            how long after its use, at least, a nonce is sent again (default ${DEFAULT_NONCE_WAIT_S})
  --long                    look again after minutes: nonces, key list, idempotency, enrollments (about 8 minutes)
  --long-wait S             how long --long waits (default ${DEFAULT_LONG_WAIT_S}; 600 sees ten minutes)
  --refusals-only           for a production address: see below
  --service-url URL         with --refusals-only: the service's base URL, to learn the id of a key that your server trusts
  --only ID[,ID…]           only these checks, or groups of them (nonce, fields.store, …); the gates always run
  --strict                  count warnings as failures
  --json                    the report as one JSON object on stdout
  --list                    list all checks and end
  --help                    this text

What the contract states fails. Advice, our decisions on what the contract leaves open, is a warning. The report and --list say
which is which.

With --refusals-only nothing is stored and your server keeps trusting the service alone: the runner serves no key list and sends only
what must be refused, unsigned or signed with a key of its own. A server that fails to refuse may keep a made-up user bio-check-….
Give --service-url too: under a key id that the service publishes, refusals beyond the second step are seen as well.

Exit code: 0 all is well (warnings allowed), 1 a check failed, 2 the run could not be made.
`;

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export type CliOptions = Exclude<ReturnType<typeof parseCommand>, string>;

export function parseCommand(argv: readonly string[]) {
  const { values, positionals } = parse(argv);
  if (values.help) return 'help';
  if (values.list) return 'list';
  if (positionals.length !== 1) throw new UsageError('Give one address: the merchant_bio_base_url.');
  const { 'merchant-id': merchantId, 'service-url': serviceUrl, 'refusals-only': refusalsOnly, strict } = values;
  if (!merchantId) throw new UsageError('Give --merchant-id: the id that your server knows as its own.');
  if (serviceUrl !== undefined && !refusalsOnly) throw new UsageError('--service-url goes with --refusals-only.');
  const removedKeyWait = values['removed-key-wait'] ?? String(strict ? STRICT_REMOVED_KEY_WAIT_S : 0);
  return {
    merchantBioBaseUrl: baseAddress(positionals[0]!),
    merchantId,
    caFile: values['ca-file'],
    timeoutMs: number('--timeout', values.timeout, 1, 600_000),
    toleranceMs: 1000 * number('--tolerance', values.tolerance, 60, 86_400),
    removedKeyWaitMs: 1000 * number('--removed-key-wait', removedKeyWait, 0, 3600),
    nonceWaitMs: 1000 * number('--nonce-wait', values['nonce-wait'], 0, 540),
    long: values.long,
    longWaitMs: 1000 * number('--long-wait', values['long-wait'], 0, 86_400),
    refusalsOnly,
    serviceUrl: serviceUrl && baseAddress(serviceUrl),
    keysHost: values['keys-host'],
    keysPort: number('--keys-port', values['keys-port'], 0, 65_535),
    only: values.only.flatMap((text) => text.split(',')).filter((id) => id !== ''),
    strict,
    json: values.json,
  };
}

const TEXT = { type: 'string' } as const;
const FLAG = { type: 'boolean', default: false } as const;
const textOr = (value: number | string) => ({ type: 'string', default: String(value) }) as const;

function parse(argv: readonly string[]) {
  const options = {
    'merchant-id': TEXT,
    'ca-file': TEXT,
    timeout: textOr(BIO_LIMITS.requestTimeoutMs),
    tolerance: textOr(DEFAULT_TOLERANCE_S),
    'removed-key-wait': TEXT,
    'nonce-wait': textOr(DEFAULT_NONCE_WAIT_S),
    long: FLAG,
    'long-wait': textOr(DEFAULT_LONG_WAIT_S),
    'service-url': TEXT,
    'refusals-only': FLAG,
    'keys-host': textOr('127.0.0.1'),
    'keys-port': textOr(DEFAULT_KEYS_PORT),
    only: { type: 'string', multiple: true, default: [] as string[] },
    strict: FLAG,
    json: FLAG,
    list: FLAG,
    help: { type: 'boolean', short: 'h' },
  } as const;
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

function baseAddress(text: string): string {
  const url = parseBaseUrl(text);
  if (typeof url === 'string') return url;
  throw new UsageError(`The address ${url.fault}.`);
}

function number(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new UsageError(`${name} must be a whole number from ${min} to ${max}.`);
  return value;
}
