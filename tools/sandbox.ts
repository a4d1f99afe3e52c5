// `npm start`: the whole of Authly on this machine, environment `test`. Stops cleanly on Ctrl-C, and when whoever started it ends.
import { ConfigError } from '../apps/service/src/config.ts';
import { startSandbox } from './sandbox/start.ts';
import { welcome } from './sandbox/welcome.ts';

if (process.argv.includes('--help')) {
  console.log(
    'Usage: npm start\n\nRuns the sandbox. Settings are environment variables, all optional: see docs/reference/settings.md.',
  );
  process.exit(0);
}

// A terminal that was closed takes no last word.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const starting = startSandbox(process.env);
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
// The channel to tools/bootstrap.mjs, which has ended.
if (process.channel) process.once('disconnect', () => void stop());

try {
  const { facts, logFile } = await starting;
  if (!stopping) console.log(welcome(facts, logFile));
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
