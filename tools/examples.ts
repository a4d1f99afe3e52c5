// `npm run examples`: runs every example, and every call of the API reference in each of its languages.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { helpIfAsked, secondsSince } from './command.ts';
import { proveCalls } from '../test/examples/calls.ts';
import { journey } from '../test/examples/journey.ts';
import { LANGUAGES, prove } from '../test/examples/languages.ts';
import { proveOpenId } from '../test/examples/openid.ts';
import { checkBioApi, endAll } from '../test/examples/processes.ts';
import { startExampleSandbox } from '../test/examples/sandbox.ts';
import { proveWebhookSignatures } from '../test/examples/webhook-signatures.ts';

const names = [...LANGUAGES.map(({ name }) => name), 'openid'];
helpIfAsked(`npm run examples -- [${names.join('|')} …] [--long]

Runs every example. Its Bio API must pass authly-bio-check --strict, its backend enrolls and verifies a finger in a sandbox, every
call of the API reference must be answered as the docs show, and the webhook guide's code makes the signature of its vector. Without a name it runs all languages. Installs nothing: a language
that is not installed is skipped. With --long the conformance test takes some 6 minutes more and looks again then.`);

const long = process.argv.includes('--long');
const wanted = process.argv.slice(2).filter((argument) => argument !== '--long');
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`No such example: ${unknown.join(', ')}. There are ${names.join(', ')}.`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'authly-examples-'));
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    endAll();
    process.exit(130);
  });

const began = Date.now();
let holds = false;
try {
  const isOpenIdWanted = wanted.length === 0 || wanted.includes('openid');
  const openIdHolds = !isOpenIdWanted || (await proveOpenId(folder, long ? ['--long'] : []));
  const examplesHold = (await proveExamples()) && openIdHolds;
  const signaturesHold = await proveWebhookSignatures(folder, wanted);
  holds = (await proveCalls(folder, wanted)) && signaturesHold && examplesHold;
} finally {
  endAll();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`\n${holds ? 'Every example that ran holds' : '✗ Not every example holds'} (${secondsSince(began)} s).`);
// Open connections would keep the process alive.
process.exit(holds ? 0 : 1);

async function proveExamples(): Promise<boolean> {
  const sandbox = await startExampleSandbox(folder);
  const languages = LANGUAGES.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  const proofs = languages.map((language) =>
    prove(language.name, language.missing(), async () => {
      const { name } = language;
      const own = join(folder, name);
      const commands = await language.prepare(own);
      const summary = await checkBioApi(name, commands.bioApi, own, long ? ['--long'] : []);
      return `${summary}; ${await journey(name, commands, sandbox, own)}`;
    }),
  );
  try {
    return (await Promise.all(proofs)).every(Boolean);
  } finally {
    await sandbox.close();
  }
}
