// `npm start`: service, shop and pages on this machine, environment `test`. Stops on Ctrl-C and when its parent process ends.
import { ConfigError } from '../../service/src/config/config-error.ts';
import { chooseAddress } from './network-address.ts';
import { sandboxOptions, USAGE } from './options.ts';
import { mayReadKeys, readKeys } from './keys.ts';
import { openPage } from './open-page.ts';
import { phoneCode } from './phone-code.ts';
import { secondSandbox } from './second-sandbox.ts';
import type { Sandbox } from './start.ts';

const CLEAR_LINE = '\r\u001B[2K';

const options = orEnd(() => sandboxOptions(process.argv.slice(2), process.env));
if (options.help) {
  console.log(USAGE);
  process.exit(0);
}
const { phone, openId = false } = options;
const reachable = phone && orEnd(() => chooseAddress(phone.address));

// Writing to a closed terminal fails.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

// Before the service's code loads, which takes a while.
sayStep('Starting …');
const starting = import('./start.ts').then(({ startSandbox }) =>
  startSandbox(process.env, { say: sayStep, address: reachable?.address, openId }),
);
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
// The channel closes when tools/bootstrap.mjs ends.
if (process.channel) process.once('disconnect', () => void stop());

try {
  const sandbox = await starting;
  if (!stopping) await greet(sandbox);
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}

async function greet({
  facts,
  logFile,
  phoneUrl: url,
  movedPorts,
  consoleLink,
  openId: provider,
}: Sandbox): Promise<void> {
  const { moreFacts, welcome } = await import('./welcome.ts');
  if (process.stderr.isTTY) process.stderr.write(CLEAR_LINE);
  for (const [taken, port] of movedPorts) console.log(`Port ${taken} is taken: this sandbox uses ${port}.`);
  const hasKeys = mayReadKeys();
  const colors = process.stdout.isTTY && !process.env['NO_COLOR'];
  const access = reachable && { url, others: reachable.others, colors };
  const open = (page: string): void => openPage(page, console.log);
  const keys = {
    quit: () => void stop(),
    o: () => open(facts.shop_url),
    // A link signs in once, so each press makes a new one.
    c: async () => open(provider ? new URL(facts.console_url).origin : await consoleLink()),
    d: () => open(`${facts.base_url}/docs`),
    t: () => open(facts.try_url),
    ...(access && { p: () => console.log(phoneCode(access, facts)) }),
    h: () => console.log(moreFacts(facts, logFile, access)),
    '?': () => console.log(moreFacts(facts, logFile, access)),
  };
  // Before their names are printed: a key that is pressed at once counts.
  if (hasKeys) readKeys(process.stdin, keys);
  console.log(welcome(facts, { phone: access, hasKeys, provider }));
}

/** On a terminal each step replaces the previous one. */
function sayStep(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`${CLEAR_LINE}${line}`);
  else console.error(line);
}

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  console.log('\nStopping …');
  const sandbox = await starting.catch(() => undefined);
  await sandbox?.close();
  console.log('Stopped.');
  process.exit(0);
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  return `The sandbox did not start: ${message}${secondSandbox(error, process.env)}`;
}

function orEnd<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    console.error(explain(error));
    return process.exit(1);
  }
}
