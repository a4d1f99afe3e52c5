/** Whoever sits at the terminal. */
export interface Person {
  tell(line: string): void;
  /** The answer without blanks around it. Rejects where nobody can answer. */
  ask(question: string): Promise<string>;
}
