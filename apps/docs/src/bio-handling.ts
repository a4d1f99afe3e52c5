import type { FailureCode } from '@authly/contract/failure-codes';
import { BIO_LIMITS } from '@authly/contract/limits';
import { code } from './fields.ts';
import type { Section } from './section.ts';

const failure = (name: FailureCode): string => code(name);
const DAYS = BIO_LIMITS.retiringMs / 86_400_000;

/** What no single call shows: retries, keys, rotation, and what must never be written down. */
export const bioHandling = (keyList: string): Section[] => [
  {
    id: 'retries',
    title: 'What Authly makes of an answer',
    level: 2,
    text: 'The status decides first. Each attempt has the full time; a retry has a fresh timestamp, nonce and signature, the same body byte for byte and the same `Idempotency-Key`. So a retry is a new nonce under an old key: answer it as you answered the first.',
    table: {
      columns: ['Your answer', 'Retried', 'The session then'],
      rows: [
        ['200 that keeps to the table', '–', 'goes on'],
        [
          '200 that does not, or no JSON, or a body above the limit',
          'no',
          `fails: ${failure('merchant_bio_invalid_response')}`,
        ],
        [`404 ${code('bio_enrollment_not_found')} on a lookup`, 'no', `fails: ${failure('enrollment_not_found')}`],
        ['any other 4xx, whatever its body', 'no', `fails: ${failure('merchant_bio_rejected')}`],
        ['a redirect, or any other status', 'no', `fails: ${failure('merchant_bio_invalid_response')}`],
        ['5xx, or no connection', 'yes', `fails: ${failure('merchant_bio_unavailable')}, if the last attempt ends so`],
        ['no whole answer in time', 'yes', `fails: ${failure('merchant_bio_timeout')}, if the last attempt ends so`],
      ],
    },
  },
  {
    id: 'keys',
    title: 'Keys and their rotation',
    level: 2,
    text: [
      `${keyList} needs no authentication and answers ${code('{"keys": [{"key_id", "algorithm": "ed25519", "public_key_base64", "status"}, …]}')}. ${code('active')} signs now; ${code('retiring')} is the old key, published beside the new one during a rotation: accept both. Choose by ${code('X-Service-Key-Id')}, never by status or position.`,
      `Cache the list by key id. Believe a fetched list for ${BIO_LIMITS.keyListMaxAgeMs / 60_000} minutes at most, and let each fetch replace it as a whole: a key that is no longer published is no longer trusted. Older than that, it is fetched before anything else; if that fails, no key in it is trusted and every call is 500 ${code('merchant_bio_internal_error')} until a fetch succeeds.`,
      `Anybody can send you unknown ids, so not each of them may make you fetch. An unknown id causes a fetch if the last fetch for an unknown id was ${BIO_LIMITS.keyListCooldownMs / 1000} seconds ago or more; otherwise none. One fetch at a time: calls that come meanwhile wait for it. Within those ${BIO_LIMITS.keyListCooldownMs / 1000} seconds an unknown id is 401 ${code('invalid_signature')} if the fetch succeeded, and 500 ${code('merchant_bio_internal_error')} if it failed: the service repeats a call after a 500, and never after a 401. After a failed fetch you may try again sooner, the SDK does after a second.`,
      `Regular rotation: announced at least ${DAYS} days ahead with the new key id, the switch and the removal of the old key, in KST and UTC. At the switch the new key is ${code('active')} and signs, the old one is ${code('retiring')} for ${DAYS} days, then gone. You need to do nothing.`,
      `Emergency rotation: no notice and no overlap. The suspect key is gone from the list at once; your cache lets go of it within ${BIO_LIMITS.keyListMaxAgeMs / 60_000} minutes.`,
    ],
  },
  {
    id: 'handling',
    title: 'Handling rules',
    level: 2,
    text: [
      'Bodies of requests and answers are never written to access logs, application logs, APM, tracing or error reports, also not when a signature does not hold. Mind what your framework and your database driver put into errors.',
      'When the nonce store fails, refuse: there is no fail-open.',
      'Compare `merchant_user_ref` exactly, to the character: no change of case, no trimming, no Unicode normalisation, no cutting. A database column may do all of these by itself.',
      'Keep `features` and `enc_key` whole: a column for 65,535 bytes cuts them, and MySQL’s `TEXT` is one.',
    ],
  },
];
