import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { OPERATION_DETAILS } from '@authly/contract/catalogue/operations';
import { OPERATION_NAMES, OPERATIONS } from '@authly/contract/operation-table';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExampleFixture, fieldNames, readOutput, type PreparedExample } from '../../../service/test/example-fixture.ts';
import { EXAMPLE_LANGUAGES } from './languages.ts';

/** Separates the outputs of two examples. One process runs all examples of a language, because starting a process is slow. */
const END = '\0';

const NODE_RUNNER = `
const { text } = await import('node:stream/consumers');
for (const { code, env } of JSON.parse(await text(process.stdin))) {
  Object.assign(process.env, env);
  await import('data:text/javascript,' + encodeURIComponent(code));
  process.stdout.write('\\0');
}`;

const shellScript = (examples: readonly PreparedExample[]): string =>
  examples
    .map(({ code, env }) => {
      const variables = Object.entries(env).map(([name, value]) => `export ${name}='${value}'`);
      return [...variables, `${code} --silent`, String.raw`printf '\0'`].join('\n');
    })
    .join('\n');

const RUN_BY = [
  ['curl', 'sh', ['-s'], shellScript],
  ['node', process.execPath, ['--input-type=module', '--eval', NODE_RUNNER], JSON.stringify],
] as const;
/** Node is always installed. */
const isHere = (language: string): boolean => language === 'node' || spawnSync(language, ['--version']).status === 0;
const missing = RUN_BY.map(([id]) => id).filter((id) => !isHere(id));
if (missing.length > 0) console.warn(`NOT RUN: the docs' examples for ${missing.join(', ')}, which is not here.`);

describe('the examples of the API reference, run against a service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'authly-examples-'));
  const caFile = join(folder, 'ca.pem');
  let fixture: ExampleFixture;
  beforeAll(async () => {
    fixture = await ExampleFixture.open();
    writeFileSync(caFile, fixture.ca);
  });
  afterAll(async () => {
    await fixture.close();
    rmSync(folder, { recursive: true });
  });

  async function run(program: string, args: readonly string[], input: string): Promise<string[]> {
    const env = { PATH: process.env['PATH'], CURL_CA_BUNDLE: caFile, NODE_EXTRA_CA_CERTS: caFile };
    const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.end(input);
    const [printed] = await Promise.all([text(child.stdout), once(child, 'close')]);
    return printed.split(END);
  }

  it.each(RUN_BY.filter(([id]) => !missing.includes(id)))(
    '%s: each call succeeds and returns the fields of its example',
    async (id, program, args, write) => {
      const language = EXAMPLE_LANGUAGES.find((each) => each.id === id)!;
      const examples: PreparedExample[] = [];
      for (const operation of OPERATION_NAMES) examples.push(await fixture.prepare(operation, language));
      const outputs = await run(program, args, write(examples));
      const seen = OPERATION_NAMES.map((operation, index) => {
        const { status = OPERATIONS[operation].success, answer } = readOutput(outputs[index]!);
        return { operation, status, fields: fieldNames(answer) };
      });
      expect(seen).toEqual(
        OPERATION_NAMES.map((operation) => ({
          operation,
          status: OPERATIONS[operation].success,
          fields: fieldNames(OPERATION_DETAILS[operation].example.answer),
        })),
      );
    },
  );
});
