/** An answer of the console that is no good news. The message is for the operator. */
export class ConsoleRefused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'ConsoleRefused';
    this.status = status;
    this.code = code;
  }
}
