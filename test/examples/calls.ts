import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OPERATION_DETAILS } from '@authly/contract/catalogue/operations';
import { OPERATION_NAMES, OPERATIONS } from '@authly/contract/operation-table';
import { EXAMPLE_LANGUAGES } from '../../apps/docs/src/call-examples/languages.ts';
import {
  ExampleFixture,
  fieldNames,
  readOutput,
  type PreparedExample,
} from '../../apps/service/test/example-fixture.ts';
import { needs, needsGo, needsJava, prove, type Command } from './languages.ts';

const run = promisify(execFile);

interface CallRunner {
  readonly id: string;
  missing(): string | undefined;
  /** Returns a command for each code. Compiled languages compile into the folder. */
  prepare(codes: readonly string[], folder: string, caFile?: string): Promise<Command[]>;
}

function written(codes: readonly string[], folder: string, nameOf: (index: number) => string): string[] {
  return codes.map((code, index) => {
    const file = join(folder, nameOf(index));
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, code);
    return file;
  });
}

const STORE_PASSWORD = 'changeit';

/** Gives each class its own name, so that one javac run compiles all. */
async function prepareJava(codes: readonly string[], folder: string, caFile?: string): Promise<Command[]> {
  const named = codes.map((code, index) => code.replace('class Call ', `class Call${index} `));
  const files = written(named, folder, (index) => `Call${index}.java`);
  const trustStore = join(folder, 'authly.p12');
  const store = ['-keystore', trustStore, '-storepass', STORE_PASSWORD];
  if (caFile !== undefined)
    await run('keytool', ['-importcert', '-noprompt', '-alias', 'authly', '-file', caFile, ...store]);
  await run('javac', ['-Xlint:all', '-Werror', '-d', folder, ...files]);
  const trust = [`-Djavax.net.ssl.trustStore=${trustStore}`, `-Djavax.net.ssl.trustStorePassword=${STORE_PASSWORD}`];
  return codes.map((_, index) => ['java', ...trust, '-cp', folder, `Call${index}`]);
}

async function prepareGo(codes: readonly string[], folder: string): Promise<Command[]> {
  const programs = written(codes, folder, (index) => `call${index}/main.go`);
  writeFileSync(join(folder, 'go.mod'), 'module calls\n\ngo 1.19\n');
  await run('go', ['vet', './...'], { cwd: folder });
  // The slash makes the output a folder.
  await run('go', ['build', '-o', `${join(folder, 'built')}/`, './...'], { cwd: folder });
  return programs.map((_, index) => [join(folder, 'built', `call${index}`)]);
}

// biome-ignore format: one row a line
export const CALL_RUNNERS: readonly CallRunner[] = [
  { id: 'curl', missing: () => needs('curl', 'curl', '--version'), prepare: async (codes) => codes.map((code) => ['sh', '-c', `${code} --silent --show-error`]) },
  { id: 'node', missing: () => undefined, prepare: async (codes) => codes.map((code) => [process.execPath, '--input-type=module', '--eval', code]) },
  { id: 'python', missing: () => needs('Python 3', 'python3', '--version'), prepare: async (codes) => codes.map((code) => ['python3', '-c', code]) },
  { id: 'php', missing: () => needs('PHP 8 with OpenSSL (Debian: php-cli)', 'php', '-r', 'exit(extension_loaded("openssl") ? 0 : 1);'), prepare: async (codes, folder) => written(codes, folder, (index) => `call${index}.php`).map((file) => ['php', file]) },
  { id: 'java', missing: needsJava, prepare: prepareJava },
  { id: 'go', missing: needsGo, prepare: prepareGo },
];

/** Every call of the API reference in each installed language of the docs. `wanted` empty: all. */
export async function proveCalls(folder: string, wanted: readonly string[]): Promise<boolean> {
  const fixture = await ExampleFixture.open();
  try {
    const runners = CALL_RUNNERS.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
    const proofs = runners.map((runner) =>
      prove(`calls in ${runner.id}`, runner.missing(), async () => {
        await callEach(runner, fixture, join(folder, 'calls', runner.id));
        return `${OPERATION_NAMES.length} answered as the docs show`;
      }),
    );
    return (await Promise.all(proofs)).every(Boolean);
  } finally {
    await fixture.close();
  }
}

async function callEach(runner: CallRunner, fixture: ExampleFixture, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const caFile = join(folder, 'ca.pem');
  writeFileSync(caFile, fixture.ca);
  const language = EXAMPLE_LANGUAGES.find(({ id }) => id === runner.id)!;
  const prepared: PreparedExample[] = [];
  for (const operation of OPERATION_NAMES) prepared.push(await fixture.prepare(operation, language));
  const commands = await runner.prepare(
    prepared.map(({ code }) => code),
    folder,
    caFile,
  );
  const trust = { CURL_CA_BUNDLE: caFile, NODE_EXTRA_CA_CERTS: caFile, SSL_CERT_FILE: caFile };
  for (const [index, [program, ...args]] of commands.entries()) {
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...trust, ...prepared[index]!.env };
    const { stdout } = await run(program, args, { env });
    compare(OPERATION_NAMES[index]!, stdout);
  }
}

function compare(operation: (typeof OPERATION_NAMES)[number], printed: string): void {
  const { status = OPERATIONS[operation].success, answer } = readOutput(printed);
  const [seen, shown] = [answer, OPERATION_DETAILS[operation].example.answer].map((each) => fieldNames(each).join(' '));
  if (status !== OPERATIONS[operation].success) throw new Error(`${operation} was answered ${status}`);
  if (seen !== shown) throw new Error(`${operation} was answered ${seen}; the docs show ${shown}`);
}
