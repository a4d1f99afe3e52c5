import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { answers, type Command } from './languages.ts';

const run = promisify(execFile);

/** How the docs' examples of a language are run. */
export interface CallRunner {
  readonly id: string;
  /** What is not here, in words that say how to get it; undefined if all is. */
  missing(): string | undefined;
  /** The commands that run these, compiled into the folder where the language needs it. */
  prepare(codes: readonly string[], folder: string, caFile: string): Promise<Command[]>;
}

const needs = (name: string, isThere: boolean): string | undefined => (isThere ? undefined : name);

/** Each example as a file of its own, for what does not take code as an argument. */
function written(codes: readonly string[], folder: string, nameOf: (index: number) => string): string[] {
  return codes.map((code, index) => {
    const file = join(folder, nameOf(index));
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, code);
    return file;
  });
}

const STORE_PASSWORD = 'changeit';

/** Compiled in one go, which the same class sixteen times could not be. */
async function prepareJava(codes: readonly string[], folder: string, caFile: string): Promise<Command[]> {
  const named = codes.map((code, index) => code.replace('class Call ', `class Call${index} `));
  const files = written(named, folder, (index) => `Call${index}.java`);
  const trustStore = join(folder, 'authly.p12');
  const store = ['-keystore', trustStore, '-storepass', STORE_PASSWORD];
  await run('keytool', ['-importcert', '-noprompt', '-alias', 'authly', '-file', caFile, ...store]);
  await run('javac', ['-Xlint:all', '-Werror', '-d', folder, ...files]);
  const trust = [`-Djavax.net.ssl.trustStore=${trustStore}`, `-Djavax.net.ssl.trustStorePassword=${STORE_PASSWORD}`];
  return codes.map((_, index) => ['java', ...trust, '-cp', folder, `Call${index}`]);
}

async function prepareGo(codes: readonly string[], folder: string): Promise<Command[]> {
  const programs = written(codes, folder, (index) => `call${index}/main.go`);
  writeFileSync(join(folder, 'go.mod'), 'module calls\n\ngo 1.19\n');
  await run('go', ['vet', './...'], { cwd: folder });
  // The slash makes it a folder.
  await run('go', ['build', '-o', `${join(folder, 'built')}/`, './...'], { cwd: folder });
  return programs.map((_, index) => [join(folder, 'built', `call${index}`)]);
}

// biome-ignore format: one row a line
export const CALL_RUNNERS: readonly CallRunner[] = [
  { id: 'curl', missing: () => needs('curl', answers('curl', '--version')), prepare: async (codes) => codes.map((code) => ['sh', '-c', `${code} --silent --show-error`]) },
  { id: 'node', missing: () => undefined, prepare: async (codes) => codes.map((code) => [process.execPath, '--input-type=module', '--eval', code]) },
  { id: 'python', missing: () => needs('Python 3', answers('python3', '--version')), prepare: async (codes) => codes.map((code) => ['python3', '-c', code]) },
  { id: 'php', missing: () => needs('PHP 8 with OpenSSL (Debian: php-cli)', answers('php', '-r', 'exit(extension_loaded("openssl") ? 0 : 1);')), prepare: async (codes, folder) => written(codes, folder, (index) => `call${index}.php`).map((file) => ['php', file]) },
  { id: 'java', missing: () => needs('a JDK 17 or newer (Debian: openjdk-17-jdk-headless)', answers('javac', '-version')), prepare: prepareJava },
  { id: 'go', missing: () => needs('Go 1.19 or newer (Debian: golang-go)', answers('go', 'version')), prepare: prepareGo },
];
