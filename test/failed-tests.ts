import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

interface Failure {
  readonly file: string;
  /** The file itself failed if there is no title. */
  readonly title?: string;
  readonly errors: readonly Pick<SerializedError, 'message'>[];
}

/** A reporter that leaves the failures of a run in the file that `AUTHLY_FAILED_TESTS` names. */
export default class FailedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const file = process.env['AUTHLY_FAILED_TESTS'];
    if (file === undefined) return;
    const failures = modules.flatMap(failuresOf).map(describeFailure);
    const unhandledErrors = unhandled.map((error) => `✗ unhandled error: ${firstLine(error)}`);
    writeFileSync(file, [...failures, ...unhandledErrors].join('\n'));
  }
}

function failuresOf(module: TestModule): Failure[] {
  const failures = [
    ...[...module.children.allTests('failed')].map((test) => ({ title: test.fullName, errors: test.result().errors! })),
    // A failed hook belongs to its suite, a failed import to the file.
    ...[...module.children.allSuites()].map((suite) => ({ title: suite.fullName, errors: suite.errors() })),
    { errors: module.errors() },
  ];
  return failures
    .filter(({ errors }) => errors.length > 0)
    .map((failure) => ({ file: module.relativeModuleId, ...failure }));
}

/** File and title, the first line of the message, and the command that runs the test alone. */
function describeFailure({ file, title, errors }: Failure): string {
  const kind = process.env['AUTHLY_TESTS'] === 'deep' ? 'AUTHLY_TESTS=deep ' : '';
  const only = title === undefined ? '' : ` -t ${inShell(title.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))}`;
  return [
    `✗ ${file}${title === undefined ? '' : ` > ${title}`}`,
    `  ${firstLine(errors[0]!)}`,
    `  ${kind}npm run vitest -- run ${file}${only}`,
  ].join('\n');
}

const firstLine = ({ message }: Pick<SerializedError, 'message'>): string =>
  stripVTControlCharacters(message).trim().split('\n')[0]!;

const inShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
