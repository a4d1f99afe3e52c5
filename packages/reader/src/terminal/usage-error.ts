/** The command cannot be done as it was given; its message says what to change. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
