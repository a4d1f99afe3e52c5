#!/usr/bin/env node
// Plain JavaScript: an old Node prints a message instead of a syntax error.
const REQUIRED_MAJOR = 24;

if (Number(process.versions.node.split('.')[0]) < REQUIRED_MAJOR) {
  console.error(`authly-reader needs Node ${REQUIRED_MAJOR} or newer; this is ${process.versions.node}.`);
  process.exit(2);
}

const { runCli } = await import('../src/cli.ts');
process.exit(await runCli(process.argv, process.env));
