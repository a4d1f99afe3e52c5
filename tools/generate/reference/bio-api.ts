import { BIO_ERRORS, bioErrorsOf } from '@authly/contract/wire/bio/errors';
import { BIO_REQUEST_HEADERS } from '@authly/contract/wire/bio/headers';
import { BIO_OPERATION_DETAILS } from '@authly/contract/catalogue/operations';
import { VERIFICATION_ORDER } from '@authly/contract/wire/bio/verification-order';
import { BIO_OPERATION_NAMES, BIO_OPERATIONS, type BioOperationName } from '@authly/contract/operation-table';
import { prettyJson } from '../../../apps/docs/src/pretty-json.ts';
import { blocks, code, fence, part, table, type Filled } from '../markdown.ts';
import { fieldTable } from './fields.ts';

function bioCall(name: BioOperationName): string {
  const { success, request, response, example } = BIO_OPERATION_DETAILS[name];
  const errors = bioErrorsOf(name).map((each) => `${BIO_ERRORS[each].status} ${code(each)}`);
  return blocks(
    part(name, 'Body'),
    'Ignore fields that are not in this table. More may be added.',
    fieldTable(request),
    fence(prettyJson(example.body), 'json'),
    part(name, 'Response', success),
    'A response that does not match this table fails the session. Leave out a field that you do not have: `null` is refused.',
    fieldTable(response),
    fence(prettyJson(example.answer), 'json'),
    part(name, 'Errors'),
    `${errors.join(', ')}.`,
  );
}

export const BIO_BLOCKS: Filled = {
  'bio.calls': () =>
    table(
      ['Call', 'What it does'],
      BIO_OPERATION_NAMES.map((name) => [
        code(`${BIO_OPERATIONS[name].method} {merchant_bio_base_url}${BIO_OPERATIONS[name].path}`),
        BIO_OPERATION_DETAILS[name].summary,
      ]),
    ),
  'bio.headers': () =>
    table(
      ['Header', 'On', 'Content'],
      BIO_REQUEST_HEADERS.map(({ name, on, content }) => [
        code(name),
        on === 'both' ? 'both' : `${code(BIO_OPERATIONS[on].path)} only`,
        content,
      ]),
    ),
  'bio.store': () => bioCall('store'),
  'bio.lookup': () => bioCall('lookup'),
  'bio.order': () =>
    table(
      ['Step', 'Requirement', 'Response', 'When', 'Source'],
      VERIFICATION_ORDER.flatMap(({ step, rule, refusals }) =>
        refusals.length === 0
          ? [[String(step), rule, '–', '', 'contract']]
          : refusals.map(({ code: each, when, askedBy }, index) => [
              String(step),
              index === 0 ? rule : '',
              `${BIO_ERRORS[each].status} ${code(each)}`,
              when,
              askedBy,
            ]),
      ),
    ),
};
