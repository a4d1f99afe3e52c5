/** An operator's request cannot be done. The message says why, the hint what to do. */
export class RefusedError extends Error {
  override readonly name: string = 'RefusedError';
  /** The setting that is wrong, for forms. */
  readonly field: string | undefined;
  readonly hint: string | null;

  constructor(message: string, field?: string, hint: string | null = null) {
    super(message);
    this.field = field;
    this.hint = hint;
  }
}
