/** An error response of the console. The message is shown to the operator. */
export class ConsoleError extends Error {
  readonly status: number;
  readonly code: string;

  readonly field: string | undefined;
  readonly retryAfterS: number | undefined;

  constructor(status: number, code: string, message: string, field?: string, retryAfterS?: number) {
    super(message);
    this.name = 'ConsoleError';
    this.status = status;
    this.code = code;
    this.field = field;
    this.retryAfterS = retryAfterS;
  }
}

export const notFound = (): ConsoleError => new ConsoleError(404, 'not_found', 'Not found.');
export const readOnly = (): ConsoleError => new ConsoleError(403, 'read_only', 'Your access is read-only.');
export const tooMany = (message: string, retryAfterS: number): ConsoleError =>
  new ConsoleError(429, 'rate_limited', message, undefined, retryAfterS);
