export class ConfigError extends Error {
  override readonly name: string = 'ConfigError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(
      problems.length === 1
        ? `cannot start: ${problems[0]}`
        : `cannot start with these settings:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
    this.problems = problems;
  }
}

/** A file may be absent or empty for a moment, at boot or while a secret is rotated, so a supervisor starts the service again. */
export class UnreadableFileError extends ConfigError {
  override readonly name = 'UnreadableFileError';
}
