import { OPERATION_EXAMPLES } from '@authly/contract/operation-examples';
import { OPERATION_SCHEMAS } from '@authly/contract/operation-schemas';
import { OPERATIONS, type OperationName } from '@authly/contract/operations';
import { codeBlock } from './blocks.ts';
import { EXAMPLE_LANGUAGES, exampleCode } from './call-examples/languages.ts';
import { prettyJson } from './pretty-json.ts';

const REASONS: Readonly<Record<number, string>> = { 200: 'OK', 201: 'Created' };

/** The answer as it comes over the wire. */
export function exampleAnswer(operation: OperationName): string {
  const { success } = OPERATIONS[operation];
  const { answer } = OPERATION_EXAMPLES[operation];
  const type = OPERATION_SCHEMAS[operation].answerType ?? 'application/json; charset=utf-8';
  const body = type === 'text/event-stream' ? `event: session\ndata: ${JSON.stringify(answer)}` : prettyJson(answer);
  return `HTTP/1.1 ${success} ${REASONS[success]}\nContent-Type: ${type}\nX-Request-Id: 3f0e8c6a-52d1-4b7e-9a44-0c1d2e3f4a5b\n\n${body}`;
}

/** A call in every language. Which one is shown is a choice of radio buttons, so it works without a script. */
export function exampleHtml(operation: OperationName): string {
  const choices = EXAMPLE_LANGUAGES.map(
    ({ id, name }, index) =>
      `<label><input type="radio" name="${operation}-language" value="${id}"${index === 0 ? ' checked' : ''}><span>${name}</span></label>`,
  );
  const panels = EXAMPLE_LANGUAGES.map(
    (language) =>
      `<div class="in-language" data-language="${language.id}">${codeBlock(exampleCode(language, operation), language.syntax)}</div>`,
  );
  return `<div class="example"><fieldset class="languages"><legend>Language of the example</legend>${choices.join('')}</fieldset>${panels.join('')}</div>`;
}
