// `npm start`: the whole of Authly on this machine, environment `test`. Stops cleanly on Ctrl-C.
import { ConfigError } from '../apps/service/src/config.ts';
import { startSandbox, type Sandbox } from './sandbox/start.ts';
import { welcome } from './sandbox/welcome.ts';

if (process.argv.includes('--help')) {
  console.log(
    'Usage: npm start\n\nRuns the sandbox. Settings are environment variables, all optional: see "Settings" in README.md.',
  );
  process.exit(0);
}

let sandbox: Sandbox;
try {
  sandbox = await startSandbox(process.env);
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    console.log('\nStopping …');
    void sandbox.close().then(() => process.exit(0));
  });
}
// Last: whoever reads this may stop it at once.
console.log(welcome(sandbox.facts, sandbox.logFile));

function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const { code, port } = error as { code?: string; port?: number };
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken. Stop what uses it, or choose others: AUTHLY_PORT, AUTHLY_HTTP_PORT, AUTHLY_SHOP_PORT, AUTHLY_OPS_PORT.`;
  }
  return error instanceof Error ? `The sandbox did not start: ${error.message}` : String(error);
}
