import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OPERATION_DETAILS } from '@authly/contract/operations/index';
import { OPERATION_NAMES, OPERATIONS } from '@authly/contract/operations';
import { EXAMPLE_LANGUAGES } from '../../apps/docs/src/call-examples/languages.ts';
import {
  ExampleFixture,
  fieldNames,
  readOutput,
  type PreparedExample,
} from '../../apps/service/test/example-fixture.ts';
import { CALL_RUNNERS, type CallRunner } from './call-runners.ts';
import { prove } from './prove.ts';

const run = promisify(execFile);

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
