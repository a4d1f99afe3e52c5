#!/usr/bin/env node
// Plain JavaScript, so that an old Node prints this message instead of a syntax error.
const REQUIRED_MAJOR = 24;

if (Number(process.versions.node.split('.')[0]) < REQUIRED_MAJOR) {
  console.error(
    `authly needs Node ${REQUIRED_MAJOR} or newer; this is ${process.versions.node}. In this repo, "npx authly …" runs it on the pinned one.`,
  );
  process.exit(1);
}

// Without a listener, SIGUSR1 opens Node's debugger, which any local user may use.
process.on('SIGUSR1', () => {});

// Caches compiled code in node_modules, which halves the start time. The temporary folder would not be safe: other users could write code there.
// The variable passes the setting on to threads and child processes.
process.env.NODE_COMPILE_CACHE ||= `${import.meta.dirname}/../../../node_modules/.cache/node`;
process.getBuiltinModule('node:module').enableCompileCache(process.env.NODE_COMPILE_CACHE);

const { runCli } = await import('../src/cli/cli.ts');
// Exits even if something is still open, such as a log without a reader.
process.exit(await runCli(process.argv, process.env));
