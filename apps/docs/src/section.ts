import type { OperationName } from '@authly/contract/operations';

/** A piece of the reference, before anybody decides whether it becomes Markdown or HTML. Text may hold `code` in backticks. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly level: 2 | 3;
  /** One paragraph, or several. */
  readonly text?: string | readonly string[];
  /** Shown as it stands, in a fixed-width font. */
  readonly code?: string;
  /** How it is coloured; absent: not at all. */
  readonly language?: 'json' | 'http' | 'sh' | 'text';
  readonly table?: Table;
  readonly svg?: string;
  /** A call of this operation, in every language that the docs show. */
  readonly example?: OperationName;
}

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}
