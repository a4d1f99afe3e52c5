#!/usr/bin/env node
// Plain JavaScript that any Node can read, so that an old one gets a clear answer instead of a syntax error.
const REQUIRED_MAJOR = 24;

if (Number(process.versions.node.split('.')[0]) < REQUIRED_MAJOR) {
  console.error(
    `authly needs Node ${REQUIRED_MAJOR} or newer; this is ${process.versions.node}. In this repo, "npx authly …" runs it on the pinned one.`,
  );
  process.exit(1);
}

// What Node makes of a source file is kept beside the packages, unless somebody says where: the next start takes half as long. Not in the folder
// for temporary files, where others could leave code for us. By the variable, so that threads and processes of this one find it too.
process.env.NODE_COMPILE_CACHE ||= `${import.meta.dirname}/../../../node_modules/.cache/node`;
process.getBuiltinModule('node:module').enableCompileCache(process.env.NODE_COMPILE_CACHE);

const { runCli } = await import('../src/operator/cli/cli.ts');
// Whatever may still be open, such as a log that nobody reads: a command that has ended has ended.
process.exit(await runCli(process.argv, process.env));
