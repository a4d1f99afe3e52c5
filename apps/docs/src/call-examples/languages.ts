import type { OperationName } from '@authly/contract/operation-table';
import { codeBlock } from '../html.ts';
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
  readonly syntax: 'sh' | 'js' | 'python' | 'java' | 'go' | 'php';
  readonly write: (request: ExampleRequest) => string;
}

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

/** Radio buttons switch the language without a script. */
export function callExample(operation: OperationName): string {
  const choices = EXAMPLE_LANGUAGES.map(
    ({ id, name }, index) =>
      `<label><input type="radio" name="${operation}-language" value="${id}"${index === 0 ? ' checked' : ''}><span>${name}</span></label>`,
  );
  const panels = EXAMPLE_LANGUAGES.map(
    (language) =>
      `<div class="in-language" data-language="${language.id}">${codeBlock(exampleCode(language, operation), language.syntax)}</div>`,
  );
  return `<div class="example"><fieldset class="languages"><legend class="unseen">Language of the example</legend>${choices.join('')}</fieldset>${panels.join('')}</div>`;
}
