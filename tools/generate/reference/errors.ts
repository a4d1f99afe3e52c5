import { BIO_ERROR_CODES, BIO_ERRORS } from '@authly/contract/wire/bio/errors';
import { ERROR_CODES, ERRORS, type ErrorCode } from '@authly/contract/errors';
import { FAILURE_CODES } from '@authly/contract/wire/failure-codes';
import type { Handling } from '@authly/contract/wire/error-details';
import { isMerchantCall, OPERATION_NAMES, OPERATIONS } from '@authly/contract/operation-table';
import { ERROR_DETAILS, errorsOf } from '@authly/contract/catalogue/operations';
import { shared } from '../../../packages/ui/src/words/en.ts';
import { blocks, code, table, type Filled } from '../markdown.ts';

const GUIDE = '../guides/handle-errors.md';
/** Both lists have an `internal_error`: the errors of the API keep the plain anchor. */
const failureId = (failure: string): string => (failure in ERRORS ? `failure-${failure}` : failure);

export const ERROR_BLOCKS: Filled = {
  'errors.api': () =>
    table(
      ['Code', 'Status', 'Meaning'],
      ERROR_CODES.map((each) => [
        `[${code(each)}](${GUIDE}#${each})`,
        String(ERRORS[each].status),
        ERRORS[each].message,
      ]),
    ),
  'errors.failures': () =>
    table(
      ['Code', 'Group', 'Meaning'],
      Object.entries(FAILURE_CODES).map(([each, { group, meaning }]) => [
        `[${code(each)}](${GUIDE}#${failureId(each)})`,
        code(group),
        meaning,
      ]),
    ),
  'errors.groups': () =>
    table(
      ['Group', 'What the hosted page and the app say'],
      [...new Set(Object.values(FAILURE_CODES).map(({ group }) => group))].map((group) => [
        code(group),
        shared[`failure_${group}`],
      ]),
    ),
  'errors.bio': () =>
    table(
      ['Code', 'Status', 'On', 'When'],
      BIO_ERROR_CODES.map((each) => [
        code(each),
        String(BIO_ERRORS[each].status),
        BIO_ERRORS[each].on,
        BIO_ERRORS[each].when,
      ]),
    ),
  'errors.handle-api': () =>
    blocks(
      ...ERROR_CODES.map((each) =>
        section(
          each,
          each,
          `Status ${ERRORS[each].status}, ${where(each)}. ${ERRORS[each].message}`,
          ERROR_DETAILS[each].handling,
        ),
      ),
    ),
  'errors.handle-failures': () =>
    blocks(
      ...Object.entries(FAILURE_CODES).map(([each, { meaning, handling }]) =>
        section(each, failureId(each), meaning, handling),
      ),
    ),
};

export const ERROR_VALUES: Filled = {
  'errors.verification-only': () =>
    Object.entries(FAILURE_CODES)
      .filter(([, { verificationOnly }]) => verificationOnly)
      .map(([each]) => code(each))
      .join(', '),
};

const section = (name: string, id: string, happened: string, { todo, tell, retry, alert }: Handling): string =>
  blocks(
    `### ${name}${id === name ? '' : ` <a id="${id}"></a>`}`,
    happened,
    [
      `- **What to do:** ${todo}`,
      `- **Tell the user:** ${tell}`,
      `- **Retry:** ${retry}`,
      `- **Alert your team:** ${alert}`,
    ].join('\n'),
  );

function where(each: ErrorCode): string {
  if (ERROR_DETAILS[each].everywhere) return 'on every call';
  const names = OPERATION_NAMES.filter((name) => errorsOf(name).includes(each)).map((name) =>
    isMerchantCall(name)
      ? code(OPERATIONS[name].path)
      : OPERATIONS[name].caller === 'hosted token'
        ? 'the hosted page'
        : 'the app',
  );
  return `on ${[...new Set(names)].join(', ')}`;
}
