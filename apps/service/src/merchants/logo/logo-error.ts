/** A file that cannot be a logo. Its message is for the operator. */
export class LogoError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'LogoError';
  }
}
