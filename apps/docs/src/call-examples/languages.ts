import type { OperationName } from '@authly/contract/operations';
import { curl } from './curl.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { node } from './node.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { exampleRequest, type ExampleRequest } from './request.ts';

export interface ExampleLanguage {
  readonly id: string;
  readonly name: string;
  /** How its code is coloured. */
  readonly syntax: 'sh' | 'js' | 'python' | 'java' | 'go' | 'php';
  readonly write: (request: ExampleRequest) => string;
}

/** Every call of the API reference is shown in each of these, made from the contract's one example. */
export const EXAMPLE_LANGUAGES: readonly ExampleLanguage[] = [
  { id: 'curl', name: 'curl', syntax: 'sh', write: curl },
  { id: 'node', name: 'Node', syntax: 'js', write: node },
  { id: 'python', name: 'Python', syntax: 'python', write: python },
  { id: 'java', name: 'Java', syntax: 'java', write: java },
  { id: 'go', name: 'Go', syntax: 'go', write: go },
  { id: 'php', name: 'PHP', syntax: 'php', write: php },
];

export const exampleCode = (language: ExampleLanguage, operation: OperationName): string =>
  language.write(exampleRequest(operation));
