// `npm start`: the whole of Authly on this machine, environment `test`. Stops cleanly on Ctrl-C, and when whoever started it ends.
import { ConfigError } from '../apps/service/src/config/config-error.ts';
import { SETTINGS } from '../apps/service/src/config/settings.ts';
import { chooseAddress } from './sandbox/network-address.ts';
import { sandboxOptions, USAGE } from './sandbox/options.ts';
import { startSandbox } from './sandbox/start.ts';
import { welcome } from './sandbox/welcome.ts';

const options = orEnd(() => sandboxOptions(process.argv.slice(2), process.env));
if (options.help) {
  console.log(USAGE);
  process.exit(0);
}
const { phone } = options;
const reachable = phone && orEnd(() => chooseAddress(phone.address));

// A terminal that was closed takes no last word.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const port = process.env['AUTHLY_PORT'] || SETTINGS.AUTHLY_PORT.default;
const starting = startSandbox({
  ...process.env,
  ...(reachable && { AUTHLY_BASE_URL: `https://${reachable.address}:${port}` }),
});
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
// The channel to tools/bootstrap.mjs, which has ended.
if (process.channel) process.once('disconnect', () => void stop());

try {
  const { facts, logFile, phoneUrl: url } = await starting;
  const colours = process.stdout.isTTY && !process.env['NO_COLOR'];
  if (!stopping) console.log(welcome(facts, logFile, reachable && { url, others: reachable.others, colours }));
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  console.log('\nStopping …');
  const sandbox = await starting.catch(() => undefined);
  await sandbox?.close();
  process.exit(0);
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  return `The sandbox did not start: ${error instanceof Error ? error.message : String(error)}`;
}

/** What was asked for wrongly is one sentence. */
function orEnd<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    console.error(explain(error));
    return process.exit(1);
  }
}
