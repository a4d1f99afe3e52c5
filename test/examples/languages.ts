import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { secondsSince } from '../../tools/command.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples');
const run = promisify(execFile);

export type Command = readonly [program: string, ...args: string[]];

export interface Commands {
  readonly bioApi: (port: number) => Command;
  readonly backend: (userRefs: readonly string[]) => Command;
}

export interface Language {
  readonly name: string;
  missing(): string | undefined;
  prepare(folder: string): Promise<Commands>;
}

const file = (kind: 'bio-api' | 'backend', language: string, name = ''): string => join(EXAMPLES, kind, language, name);
const answers = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** The missing software, with its Debian package. Undefined if the program is installed. */
export const needs = (what: string, program: string, ...args: string[]): string | undefined =>
  answers(program, ...args) ? undefined : what;
export const needsGo = () => needs('Go 1.19 or newer (Debian: golang-go)', 'go', 'version');
export const needsJava = () => needs('a JDK 17 or newer (Debian: openjdk-17-jdk-headless)', 'javac', '-version');

/** The first Python that has the package. The first one in the path may lack it. */
const python = (): string | undefined =>
  ['python3', '/usr/bin/python3'].find((program) => answers(program, '-c', 'import cryptography'));

export const LANGUAGES: readonly Language[] = [
  {
    name: 'python',
    missing: () => (python() ? undefined : 'Python 3 with the package cryptography (Debian: python3-cryptography)'),
    prepare: async () => ({
      bioApi: () => [python()!, file('bio-api', 'python', 'bio_api.py')],
      backend: (userRefs) => [python()!, file('backend', 'python', 'backend.py'), ...userRefs],
    }),
  },
  {
    name: 'go',
    missing: needsGo,
    async prepare(folder) {
      mkdirSync(folder, { recursive: true });
      const [bioApi, backend] = [join(folder, 'bio-api'), join(folder, 'backend')];
      await run('go', ['build', '-o', bioApi, '.'], { cwd: file('bio-api', 'go') });
      await run('go', ['build', '-o', backend, '.'], { cwd: file('backend', 'go') });
      return { bioApi: () => [bioApi], backend: (userRefs) => [backend, ...userRefs] };
    },
  },
  {
    name: 'java',
    missing: needsJava,
    async prepare(folder) {
      const sources = ['BioApi.java', 'BioVerifier.java'].map((name) => file('bio-api', 'java', name));
      const backend = ['Backend.java', 'Webhook.java'].map((name) => file('backend', 'java', name));
      await run('javac', ['-Xlint:all', '-Werror', '-d', folder, ...sources, ...backend]);
      return {
        bioApi: () => ['java', '-cp', folder, 'BioApi'],
        backend: (userRefs) => ['java', '-cp', folder, 'Backend', ...userRefs],
      };
    },
  },
  {
    name: 'php',
    missing: () =>
      needs(
        'PHP 8.1 or newer with sodium and SQLite (Debian: php-cli php-sqlite3)',
        'php',
        '-r',
        'exit(extension_loaded("sodium") && extension_loaded("pdo_sqlite") ? 0 : 1);',
      ),
    prepare: async () => ({
      bioApi: (port) => ['php', '-q', '-S', `127.0.0.1:${port}`, file('bio-api', 'php', 'bio-api.php')],
      backend: (userRefs) => ['php', file('backend', 'php', 'backend.php'), ...userRefs],
    }),
  },
];

/** Runs one proof and prints its result. `missing` skips a language that is not installed. */
export async function prove(name: string, missing: string | undefined, work: () => Promise<string>): Promise<boolean> {
  if (missing !== undefined) {
    console.log(`– ${name}: skipped, needs ${missing}`);
    return true;
  }
  const began = Date.now();
  try {
    const outcome = await work();
    console.log(`✓ ${name}: ${outcome} (${secondsSince(began)} s)`);
    return true;
  } catch (error) {
    console.error(`✗ ${name}: ${(error as Error).message}`);
    return false;
  }
}
