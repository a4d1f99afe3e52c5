import { BIO_ERROR_CODES, BIO_ERRORS } from '@authly/contract/bio/errors';
import { LOOKUP_EXAMPLE, STORE_EXAMPLE } from '@authly/contract/bio/examples';
import { BIO_REQUEST_HEADERS } from '@authly/contract/bio/headers';
import { BIO_OPERATION_SCHEMAS, bioErrorsOf } from '@authly/contract/bio/operation-schemas';
import { VERIFICATION_ORDER } from '@authly/contract/bio/verification-order';
import { BIO_LIMITS, LIMITS } from '@authly/contract/limits';
import { BIO_OPERATION_NAMES, BIO_OPERATIONS, type BioOperationName, OPERATIONS } from '@authly/contract/operations';
import { BIO_OPENAPI_PATH, SIGNATURE_VECTORS_PATH } from './addresses.ts';
import { bioHandling } from './bio-handling.ts';
import { code, fieldTable } from './fields.ts';
import { prettyJson } from './pretty-json.ts';
import type { Section } from './section.ts';
import { signedString, type WorkedExample } from './signed-string.ts';

export type { WorkedExample };

const KEY_LIST = code(`GET {base_url}${OPERATIONS.listSigningKeys.path}`);

/** The whole reference of what a merchant implements, made from the tables that sign, answer and check. */
export const bioReference = (example: WorkedExample): Section[] => [
  overview,
  headerSection,
  ...BIO_OPERATION_NAMES.flatMap(callSections),
  ...signedString(example),
  orderSection,
  bioErrorSection,
  ...bioHandling(KEY_LIST),
  bioLimitSection,
];

const overview: Section = {
  id: 'calls',
  title: 'The two calls',
  level: 2,
  text: [
    'You implement two calls below an HTTPS address of your own, `{merchant_bio_base_url}`, registered with the operator for each environment; it carries no credentials, query or fragment. Authly calls them, signed; you verify, store and give back. Both are POST with a JSON body in UTF-8. `merchant_user_ref` travels in the body, never in a path or query.',
    `The same as OpenAPI 3.1: ${code(`{base_url}${BIO_OPENAPI_PATH}`)}. Test vectors of the signature: ${code(`{base_url}${SIGNATURE_VECTORS_PATH}`)}, and in the package ${code('@authly/merchant')} as ${code('signature-vectors.json')}. The conformance runner: ${code('npx -p @authly/merchant authly-bio-check --help')}.`,
    '“Asked by” says where a rule comes from: the contract, or advice, our decisions on what the contract leaves open. The conformance runner fails on the former and warns of the latter, and fails on both with `--strict`.',
  ],
  table: {
    columns: ['Call', 'What it does'],
    rows: BIO_OPERATION_NAMES.map((name) => [
      code(`${BIO_OPERATIONS[name].method} {merchant_bio_base_url}${BIO_OPERATIONS[name].path}`),
      BIO_OPERATION_SCHEMAS[name].summary,
    ]),
  },
};

const headerSection: Section = {
  id: 'headers',
  title: 'Headers of a call',
  level: 2,
  text: 'Header names are case-insensitive. The first six are the signature.',
  table: {
    columns: ['Header', 'On', 'Content'],
    rows: BIO_REQUEST_HEADERS.map(({ name, on, content }) => [
      code(name),
      on === 'both' ? 'both' : `${code(BIO_OPERATIONS[on].path)} only`,
      content,
    ]),
  },
};

const EXAMPLES = { store: STORE_EXAMPLE, lookup: LOOKUP_EXAMPLE } as const;

const RULES: Readonly<Record<BioOperationName, readonly string[]>> = {
  store: [
    'Storing again for the same `merchant_user_ref` and finger overwrites: the latest enrollment is valid, and enrolling again is normal. Other fingers and other users stay as they are.',
    `The same ${code('Idempotency-Key')} with the same body, byte for byte, is answered as before and rewrites nothing; with a different body it is 409 ${code('idempotency_conflict')}. Claim key and enrollment in one atomic step: two copies may come at once. Keep a key for ${LIMITS.idempotencyRetentionMs / 3_600_000} hours at least.`,
  ],
  lookup: [
    `Answer for the requested user and finger alone, or 404 ${code('bio_enrollment_not_found')}: another finger of the user is no substitute. The finger came with the enrollment's result.`,
  ],
};

function callSections(name: BioOperationName): Section[] {
  const { method, path, success } = BIO_OPERATIONS[name];
  const { summary, body, answer } = BIO_OPERATION_SCHEMAS[name];
  const errors = bioErrorsOf(name).map((each) => `${BIO_ERRORS[each].status} ${code(each)}`);
  return [
    { id: name, title: `${method} {merchant_bio_base_url}${path}`, level: 2, text: [`${summary}.`, ...RULES[name]] },
    {
      id: `${name}-body`,
      title: 'Body',
      level: 3,
      text: 'Fields that are not in the table are to be ignored: more may come.',
      table: fieldTable(body),
      code: prettyJson(EXAMPLES[name].request),
      language: 'json',
    },
    {
      id: `${name}-answer`,
      title: `Answer ${success}`,
      level: 3,
      text: 'An answer that mismatches or is malformed makes the session fail.',
      table: fieldTable(answer),
      code: prettyJson(EXAMPLES[name].answer),
      language: 'json',
    },
    { id: `${name}-errors`, title: 'Errors', level: 3, text: `${errors.join(', ')}.` },
  ];
}

const orderSection: Section = {
  id: 'verification-order',
  title: 'The nine steps, in this order',
  level: 2,
  text: 'Of two faults in one call the earlier step decides the answer. Nothing of the body is looked at before step 8 has passed. You may refuse a body above the limit before reading all of it and before any step, with any 4xx.',
  table: {
    columns: ['Step', 'What must hold', 'Refusal', 'When', 'Asked by'],
    rows: VERIFICATION_ORDER.flatMap(({ step, rule, refusals }) =>
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
  },
};

export const bioErrorSection: Section = {
  id: 'bio-errors',
  title: 'Error codes of the Merchant Bio API',
  level: 2,
  text: [
    'The body of a refusal is `{"error": {"code": "…", "message": "…", "request_id": "…"}}`, all three strings; `request_id` is the `X-Request-Id` that came, or an id of your own. Never put a body, a user reference or a stored value into it.',
    'The contract has no code for another path, another method or a body above the limit: any 4xx with any code is right. 404, 405 and 413 are usual.',
  ],
  table: {
    columns: ['Code', 'Status', 'On', 'When'],
    rows: BIO_ERROR_CODES.map((each) => [
      code(each),
      String(BIO_ERRORS[each].status),
      BIO_ERRORS[each].on,
      BIO_ERRORS[each].when,
    ]),
  },
};

const minutes = (ms: number): string => `${ms / 60_000} minutes`;
const seconds = (ms: number): string => `${ms / 1000} s`;
const days = (ms: number): string => `${ms / 86_400_000} days`;
const bytes = (count: number): string => `${count.toLocaleString('en')} bytes`;

export const bioLimitSection: Section = {
  id: 'bio-limits',
  title: 'Limits',
  level: 2,
  table: {
    columns: ['Limit', 'Value', 'Asked by'],
    rows: [
      ['Timestamp tolerance, before and after', `${minutes(BIO_LIMITS.timestampToleranceMs)} by default`, 'contract'],
      [
        'Time for a call, connection included',
        `${seconds(BIO_LIMITS.requestTimeoutMs)} by default, ${seconds(BIO_LIMITS.requestTimeoutMinMs)} to ${seconds(BIO_LIMITS.requestTimeoutMaxMs)} by agreement`,
        'contract',
      ],
      ['Retries', `${BIO_LIMITS.retries} by default, 0 to ${BIO_LIMITS.retriesMax} by agreement`, 'contract'],
      ['Body of a call', `at most ${bytes(BIO_LIMITS.requestBytes)}; take all of it`, 'advice'],
      ['Body of an answer', `at most ${bytes(BIO_LIMITS.replyBytes)}`, 'advice'],
      [
        '`merchant_user_ref`',
        `1–${LIMITS.merchantUserRefChars} characters of any script, counted as Unicode code points: up to ${bytes(4 * LIMITS.merchantUserRefChars)} in UTF-8`,
        'contract',
      ],
      ['A nonce is remembered', `${minutes(2 * BIO_LIMITS.timestampToleranceMs)} at least`, 'advice'],
      ['An idempotency key is remembered', `${LIMITS.idempotencyRetentionMs / 3_600_000} hours at least`, 'advice'],
      ['A fetched key list is believed', `${minutes(BIO_LIMITS.keyListMaxAgeMs)} at most`, 'advice'],
      [
        'Fetching the key list for an unknown id',
        `if the last fetch for an unknown id was ${seconds(BIO_LIMITS.keyListCooldownMs)} ago or more; otherwise none`,
        'advice',
      ],
      ['Notice of a regular rotation', `${days(BIO_LIMITS.rotationNoticeMs)} at least`, 'contract'],
      ['The old key stays published', `${days(BIO_LIMITS.retiringMs)} after the switch`, 'contract'],
    ],
  },
};
