import { randomBytes } from 'node:crypto';
import { LIMITS } from '@authly/contract/limits';
import { OPERATIONS, type OperationName } from '@authly/contract/operations';
import { SESSION_ID_RANDOM_BYTES, sessionId } from '../../apps/service/src/session/session-id.ts';
import { tokenRequests, USER_REF } from '../api/requests.ts';
import type { Endpoint, Kind } from './kind.ts';
import {
  bytesOf,
  chunkedBytesOf,
  filledUp,
  forgedAccessToken,
  MIB,
  numbers,
  oneLetterOff,
  type Sent,
} from './requests.ts';
import { MERCHANT_ID, type Prepared, type Stage } from './stage.ts';

/** Every endpoint, how it serves, and the ways in which it refuses. */
export function endpoints(stage: Stage): Endpoint[] {
  const { token } = stage;
  const creation = { merchant_id: MERCHANT_ID, merchant_user_ref: USER_REF, payload: { finger: 'RI' } };
  const create = (operation: OperationName): Endpoint => {
    const large = chunked('served', 201, operation, () => ({ token, body: filledUp(creation, MIB) }));
    return {
      operation,
      served: kind('served', 201, operation, () => ({ token, body: JSON.stringify(creation) })),
      refused: [
        ...withoutToken(operation, () => ({ token: forgedAccessToken(token), body: JSON.stringify(creation) })),
        kind('no token, 1 MiB', 401, operation, () => ({ body: numbers(MIB) }), true),
        {
          ...chunked('no token, 1 MiB of unknown length', 401, operation, () => ({ body: numbers(MIB) })),
          beside: large,
        },
        kind('broken JSON', 400, operation, () => ({ token, body: '{' })),
        kind('a missing field', 400, operation, () => ({ token, body: '{}' })),
        { ...kind('1 MiB of numbers', 400, operation, () => ({ token, body: numbers(MIB) })), beside: large },
        kind('another merchant', 403, operation, () => ({
          token,
          body: JSON.stringify({ ...creation, merchant_id: 'm_x' }),
        })),
        tooLarge(operation),
      ],
    };
  };
  const cancel = JSON.stringify({ merchant_id: MERCHANT_ID, merchant_user_ref: USER_REF });
  const query = `?merchant_user_ref=${USER_REF}`;
  const ended = new Sessions(stage, 'opened', 'another');
  const left = new Sessions(stage, 'opened', 'another');
  const captured = new Sessions(stage, 'joined', 'another');
  const failed = new Sessions(stage, 'joined', 'another');
  const one = new Sessions(stage, 'joined', 'the same', 'qr');
  const page = new Sessions(stage, 'opened', 'the same');
  const linked = new Sessions(stage, 'linked', 'the same');
  const app = ({ id, appToken }: Prepared): Sent => ({ id, token: appToken });
  const hosted = ({ hostedToken }: Prepared): Sent => ({ token: hostedToken });
  const form = (secret: string): string => `grant_type=client_credentials&client_id=c_x&client_secret=${secret}`;
  const nonce = randomBytes(16).toString('hex');
  const claim = (link_token: string): string => JSON.stringify({ link_token, app_nonce: nonce });
  return [
    {
      operation: 'issueToken',
      served: {
        what: 'served',
        status: 200,
        prepare: (count) => stage.target.clients.stock(count),
        next: tokenRequests(stage.target.clients),
      },
      refused: [
        // Beyond so many wrong secrets the answer is 429: each is of another client.
        kind('an unknown client', 401, 'issueToken', () => ({
          body: form('wrong').replace('c_x', randomBytes(9).toString('hex')),
        })),
        kind('missing fields', 400, 'issueToken', () => ({ body: 'grant_type=client_credentials' })),
        kind('64 KiB of fields', 400, 'issueToken', () => ({ body: 'a&'.repeat(LIMITS.formBodyBytes / 2) })),
        kind('64 KiB that are no form', 400, 'issueToken', () => ({ body: '%'.repeat(LIMITS.formBodyBytes) })),
        tooLarge('issueToken'),
      ],
    },
    create('createEnrollmentSession'),
    create('createVerificationSession'),
    {
      operation: 'readResult',
      served: page.kind('served', 200, 'readResult', ({ id }) => ({ token, id, query })),
      refused: [
        ...withoutToken('readResult', () => ({ token: forgedAccessToken(token), id: unknown(), query })),
        kind('an unknown session', 404, 'readResult', () => ({ token, id: unknown(), query })),
        page.kind('another user', 403, 'readResult', ({ id }) => ({ token, id, query: `${query}x` })),
        page.kind('no user', 400, 'readResult', ({ id }) => ({ token, id })),
      ],
    },
    {
      operation: 'cancelSession',
      served: ended.kind('served', 200, 'cancelSession', ({ id }) => ({ token, id, body: cancel })),
      refused: [
        ...withoutToken('cancelSession', () => ({ token: forgedAccessToken(token), id: unknown(), body: cancel })),
        kind('no token, 1 MiB', 401, 'cancelSession', () => ({ id: unknown(), body: numbers(MIB) }), true),
        kind('an unknown session', 404, 'cancelSession', () => ({ token, id: unknown(), body: cancel })),
        kind('a missing field', 400, 'cancelSession', () => ({ token, id: unknown(), body: '{}' })),
        tooLarge('cancelSession'),
      ],
    },
    {
      operation: 'listSigningKeys',
      served: kind('served', 200, 'listSigningKeys', () => ({})),
      refused: [tooLarge('listSigningKeys')],
    },
    ...(['hostedOpened', 'hostedSession', 'hostedConfirm'] as const).map((operation) => ({
      operation,
      served: (operation === 'hostedConfirm' ? one : page).kind('served', 200, operation, hosted),
      refused: [...forged(operation, page, 'hostedToken'), tooLarge(operation)],
    })),
    {
      operation: 'hostedEvents',
      // A stream costs at least as much as its first event.
      served: page.kind('served', 200, 'hostedSession', hosted),
      refused: [...forged('hostedEvents', page, 'hostedToken'), tooLarge('hostedEvents')],
    },
    {
      operation: 'hostedLink',
      served: page.kind('served', 200, 'hostedLink', (session) => ({ ...hosted(session), query: '?via=qr' })),
      refused: [
        ...forged('hostedLink', page, 'hostedToken'),
        page.kind('no via', 400, 'hostedLink', hosted),
        one.kind('an app is there', 409, 'hostedLink', (session) => ({ ...hosted(session), query: '?via=qr' })),
      ],
    },
    {
      operation: 'hostedCancel',
      served: left.kind('served', 200, 'hostedCancel', hosted),
      refused: [...forged('hostedCancel', page, 'hostedToken'), tooLarge('hostedCancel')],
    },
    {
      operation: 'claimSession',
      // The same app again, which writes nothing.
      served: linked.kind('served', 200, 'claimSession', ({ linkToken }) => ({ body: claim(linkToken) })),
      refused: [
        linked.kind('a forged link', 404, 'claimSession', ({ linkToken }) => ({
          body: claim(oneLetterOff(linkToken)),
        })),
        kind('no link', 404, 'claimSession', () => ({ body: claim('x') })),
        kind('broken JSON', 400, 'claimSession', () => ({ body: '{' })),
        kind('4 KiB of numbers', 400, 'claimSession', () => ({ body: numbers(LIMITS.pageBodyBytes) })),
        kind('4 KiB of brackets', 400, 'claimSession', () => ({ body: '['.repeat(2048) + ']'.repeat(2048) })),
        tooLarge('claimSession'),
      ],
    },
    {
      operation: 'appSession',
      served: one.kind('served', 200, 'appSession', app),
      refused: forged('appSession', one, 'appToken'),
    },
    {
      operation: 'appCallback',
      // Features that do not open: an ordinary capture costs much more.
      served: captured.kind('served', 200, 'appCallback', (session) => ({
        ...app(session),
        body: JSON.stringify({ finger: 'RI', features: 'AAAA', enc_key: 'AAAA' }),
      })),
      refused: [
        ...forged('appCallback', one, 'appToken'),
        kind('no token, 1 MiB', 401, 'appCallback', () => ({ id: unknown(), body: numbers(MIB) }), true),
        tooLarge('appCallback'),
      ],
    },
    {
      operation: 'appFailure',
      served: failed.kind('served', 200, 'appFailure', (session) => ({
        ...app(session),
        body: '{"reason":"user_declined"}',
      })),
      refused: [
        ...forged('appFailure', one, 'appToken'),
        one.kind('a missing field', 400, 'appFailure', (session) => ({ ...app(session), body: '{}' })),
        tooLarge('appFailure'),
      ],
    },
  ];
}

const unknown = (): string => sessionId(Date.now(), randomBytes(SESSION_ID_RANDOM_BYTES));

function kind(what: string, status: number, name: OperationName, sent: () => Sent, closes = false): Kind {
  return { what, status, next: () => bytesOf(name, sent()), ...(closes && { closes }) };
}

const chunked = (what: string, status: number, name: OperationName, sent: () => Sent): Kind => ({
  what,
  status,
  next: () => chunkedBytesOf(name, sent()),
});

const withoutToken = (name: OperationName, withForged: () => Sent): Kind[] => [
  kind('no token', 401, name, () => ({ ...withForged(), token: undefined })),
  kind('a forged token', 401, name, withForged),
];

const forged = (name: OperationName, sessions: Sessions, token: 'hostedToken' | 'appToken'): Kind[] => [
  kind('no token', 401, name, () => ({ id: unknown() })),
  kind('a token of nothing', 401, name, () => ({ id: unknown(), token: randomBytes(32).toString('base64url') })),
  sessions.kind('a forged token', 401, name, (session) => ({ id: session.id, token: oneLetterOff(session[token]) })),
];

/** One byte past the limit. What is large is not heard out: the connection ends. */
function tooLarge(name: OperationName): Kind {
  const { maxBodyBytes } = OPERATIONS[name];
  const body = 'x'.repeat(maxBodyBytes + 1);
  return kind('too large a body', 413, name, () => ({ id: unknown(), body }), maxBodyBytes >= LIMITS.formBodyBytes);
}

/** Sessions that requests are about: each another one, or all of a round the same. */
class Sessions {
  readonly #stage: Stage;
  readonly #upTo: 'opened' | 'linked' | 'joined';
  readonly #each: 'another' | 'the same';
  readonly #via: string;
  #ready: Prepared[] = [];

  constructor(stage: Stage, upTo: 'opened' | 'linked' | 'joined', each: 'another' | 'the same', via = 'button') {
    this.#stage = stage;
    this.#upTo = upTo;
    this.#each = each;
    this.#via = via;
  }

  kind(what: string, status: number, name: OperationName, sent: (session: Prepared) => Sent): Kind {
    return { what, status, prepare: (count) => this.#prepare(count), next: () => bytesOf(name, sent(this.#next())) };
  }

  async #prepare(count: number): Promise<void> {
    // Links live for seconds: what is the same for all of a round is new in the next.
    if (this.#each === 'the same') this.#ready = [];
    const needed = this.#each === 'the same' ? 1 : count;
    while (this.#ready.length < needed) this.#ready.push(await this.#stage.session(this.#upTo, this.#via));
  }

  #next(): Prepared {
    return this.#each === 'the same' ? this.#ready[0]! : this.#ready.pop()!;
  }
}
