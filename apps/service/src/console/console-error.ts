/** An error response of the console. The message is shown to the operator. */
export class ConsoleError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'ConsoleError';
    this.status = status;
    this.code = code;
  }
}
