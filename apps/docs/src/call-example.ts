import type { OperationName } from '@authly/contract/operations';
import { EXAMPLE_LANGUAGES, exampleCode } from './call-examples/languages.ts';
import { codeBlock } from './html.ts';

/** A call in every language. Radio buttons choose the one that is shown, so it works without a script. */
export function callExample(operation: OperationName): string {
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
