/** Something an operator can put right. The message says what is wrong and what would be right; no stack is shown. */
export class OperatorError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OperatorError';
  }
}
