// `npm run examples`: every example proves itself. Its Bio API passes `authly-bio-check --strict`, and with it behind the sandbox its backend
// enrolls and verifies a finger; every call of the API reference is answered as the docs show, in each of their languages. Installs nothing:
// a language that is not here is skipped, and says what it needs.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { proveCalls } from './examples/calls.ts';
import { checkBioApi } from './examples/check-bio-api.ts';
import { journey } from './examples/journey.ts';
import { LANGUAGES, type Language } from './examples/languages.ts';
import { endAll } from './examples/processes.ts';
import { startExampleSandbox, type ExampleSandbox } from './examples/sandbox.ts';
import { helpIfAsked } from './help.ts';

helpIfAsked(`npm run examples -- [${LANGUAGES.map(({ name }) => name).join('|')} …]

Every example proves itself: its Bio API passes authly-bio-check --strict, its backend enrolls and verifies a finger in a sandbox, and every
call of the API reference is answered as the docs show. All languages where none is named, about two minutes. Installs nothing: a
language that is not here is skipped, and says what it needs.`);

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !LANGUAGES.some((language) => language.name === name));
if (unknown.length > 0) {
  console.error(`No such example: ${unknown.join(', ')}. There are ${LANGUAGES.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'authly-examples-'));
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    endAll();
    process.exit(130);
  });

const began = Date.now();
const languages = LANGUAGES.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
let held = true;
try {
  const sandbox = await startExampleSandbox(folder);
  try {
    const outcomes = await Promise.all(languages.map((language) => proven(language, sandbox)));
    held = outcomes.every(Boolean);
  } finally {
    await sandbox.close();
  }
  held = (await proveCalls(folder, wanted)) && held;
} finally {
  endAll();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`\n${held ? 'What is here holds' : '✗ Not every example holds'} (${seconds(began)} s).`);
// Connections that are kept open would hold the process.
process.exit(held ? 0 : 1);

async function proven(language: Language, sandbox: ExampleSandbox): Promise<boolean> {
  const missing = language.missing();
  if (missing !== undefined) {
    console.log(`– ${language.name}: skipped, it needs ${missing}`);
    return true;
  }
  const languageBegan = Date.now();
  try {
    const commands = await language.prepare(join(folder, language.name));
    const summary = await checkBioApi(language.name, commands.bioApi, join(folder, language.name));
    const matched = await journey(language.name, commands, sandbox, join(folder, language.name));
    console.log(`✓ ${language.name}: ${summary}; ${matched} (${seconds(languageBegan)} s)`);
    return true;
  } catch (error) {
    console.error(`✗ ${language.name}: ${(error as Error).message}`);
    return false;
  }
}

function seconds(since: number): string {
  return ((Date.now() - since) / 1000).toFixed(1);
}
