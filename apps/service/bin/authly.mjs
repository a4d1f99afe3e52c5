#!/usr/bin/env node
// Plain JavaScript that any Node can read, so that an old one gets a clear answer instead of a syntax error.
const REQUIRED_MAJOR = 24;

if (Number(process.versions.node.split('.')[0]) < REQUIRED_MAJOR) {
  console.error(
    `authly needs Node ${REQUIRED_MAJOR} or newer; this is ${process.versions.node}. In this repo, "npx authly …" runs it on the pinned one.`,
  );
  process.exit(1);
}

// node:sqlite is what Node 24 calls experimental; the notice on every command would only alarm operators.
const emitWarning = process.emitWarning.bind(process);
process.emitWarning = (warning, ...rest) => {
  if (rest[0] === 'ExperimentalWarning' || rest[0]?.type === 'ExperimentalWarning') return;
  emitWarning(warning, ...rest);
};

const { runCli } = await import('../src/operator/cli.ts');
// Whatever may still be open, such as a log that nobody reads: a command that has ended has ended.
process.exit(await runCli(process.argv, process.env));
