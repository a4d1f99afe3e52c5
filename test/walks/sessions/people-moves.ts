import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { deviceChallenge } from '@authly/app-client/device.ts';
import * as fc from 'fast-check';
import { anyCapture, captured, claim as claimLink, type AppSide } from '../../../apps/service/test/app-side.ts';
import { answering, type SdkMerchant } from '../../../apps/service/test/sdk-merchant.ts';
import type { TestAnswer } from '../../../apps/service/test/running-service.ts';
import type { TestClock } from '../../../apps/service/test/test-clock.ts';
import { TestDevice } from '../../../apps/service/test/test-device.ts';
import type { ClaimResponse } from '../../../packages/contract/src/operations/claim-session.ts';
import { captureOf, templateOf } from '../../../packages/fingerprint/test/finger-captures.ts';
import { until } from '../explore/until.ts';
import { moves, type Move, type Moves } from '../explore/walk.ts';
import { isFinal, MINUTE, type Capture, type Mode, type Model, type Session, type Via } from './model.ts';
import { short, userRef, type Shop, type Shops } from './shop.ts';

export type SessionsMove = Move<Model, Shops>;
const process = fc.nat(1);
const user = fc.nat(1);
const mode = fc.constantFrom<Mode>('enroll', 'verify');

interface OfSession {
  readonly says: string;
  readonly can?: (session: Session, model: Model) => boolean;
  readonly run: (real: Shops, on: { number: number; session: Session; model: Model }) => Promise<string | void>;
}

/** A move of one of the newest sessions. */
const ofSession = <Values extends unknown[]>(
  values: { [K in keyof Values]: fc.Arbitrary<Values[K]> },
  make: (process: number, ...values: Values) => OfSession,
): Moves<Model, Shops> =>
  moves([fc.constantFrom(0, 0, 0, 1, 1, 2, 3), process, fc.tuple<Values>(...values)], (back, process, chosen) => {
    const { says, can = () => true, run } = make(process, ...chosen);
    return {
      says: `the newest session${back === 0 ? '' : ` but ${back}`}: ${says}`,
      can: (model) => model.sessions.length > back && can(model.sessions.at(-1 - back)!, model),
      run: (model, real) =>
        run(real, { number: model.sessions.length - 1 - back, session: model.sessions.at(-1 - back)!, model }),
    };
  });
const ended = (answer: TestAnswer, success: string): string => (answer.status === 200 ? success : short(answer));
const hasJoined = (session: Session): boolean => session.hasJoined;

const create = moves(
  [process, mode, user, fc.option(fc.nat(1)), fc.nat(1), fc.boolean()],
  (process, mode, user, key, order, isTwice): SessionsMove => ({
    says: `user ${user} begins to ${mode}${key === null ? '' : `, order ${order} with key ${key}`}${isTwice && key !== null ? ', sent to both processes at once' : ''}`,
    async run(model, real) {
      const keyText = key === null ? undefined : `key-${key}`;
      const body = { merchant_user_ref: userRef(user), metadata: { order } };
      const send = (shop: Shop, to: number) => shop.create(to, mode, body, keyText);
      const isKnown = model.known(keyText && `${mode} ${keyText}`) !== undefined;
      if (!isKnown && !model.mayCreate(user)) {
        const refused = await real.each((shop) => send(shop, process));
        assert.deepEqual(new Set(refused.map(short)), new Set(['429 rate_limited']));
        real.pass(model, 1000 * Math.max(...refused.map(({ headers }) => Number(headers['retry-after']))));
        assert.ok(model.mayCreate(user), 'the model waits as long');
      }
      const isSentTwice = isTwice && key !== null && (isKnown || model.mayCreate(user, 2));
      const copies = isSentTwice ? [process, process + 1] : [process];
      const text = `${mode} ${user} ${order}`;
      const expected = copies.map(() => model.create(mode, user, keyText && `${mode} ${keyText}`, text))[0]!;
      const number = expected === 'created' ? model.sessions.length - 1 : expected;
      const answered = await real.answers(
        expected === 'conflict' ? '409 idempotency_conflict' : '201 created',
        async (shop) => {
          const [answer, ...others] = await Promise.all(copies.map((to) => send(shop, to)));
          for (const other of others) {
            assert.equal(short(other), short(answer!), shop.name);
            assert.equal(other.json.session_id, answer!.json.session_id, `${shop.name}: one key has one session`);
          }
          if (number === 'conflict' || answer!.status !== 201) return short(answer!);
          if (expected === 'created') shop.sessions.push({ created: answer!.json });
          else assert.deepEqual(answer!.json, shop.sessions[number]!.created, `${shop.name}: a replay`);
          return short(answer!);
        },
      );
      // Each of two first requests with one key may take from the limits.
      if (isSentTwice && !isKnown) real.pass(model, MINUTE);
      return answered;
    },
  }),
);

const opens = (process: number): OfSession => ({
  says: 'its page opens',
  can: (session, model) => model.hasPage(session),
  run: (real, { number, session, model }) =>
    real.answers(model.open(session), async (shop) => ended(await shop.page(process, number).opened(), '200')),
});

const shows = (process: number, via: Via): OfSession => ({
  says: `its page shows a ${via}`,
  can: ({ status }) => status === 'opened',
  async run(real, { number, session, model }) {
    session.link = { via, at: model.now };
    await real.all(async (shop) => {
      const page = shop.page(process, number);
      shop.sessions[number]!.link = await page.linkToken(via);
      shop.at.browser = page.cookie;
    });
  },
});

const CLAIMANTS = ['the same browser', 'a phone', 'two phones'] as const;
const claims = (process: number, by: (typeof CLAIMANTS)[number]): OfSession => ({
  says: `claimed by ${by}`,
  can: (session, model) => session.link !== undefined && model.mayClaim(session),
  async run(real, { number, session, model }) {
    const [isConfirming, isTwice] = [by === 'the same browser', by === 'two phones'];
    const expected = model.claim(session, isConfirming);
    const others = isTwice ? [expected.startsWith('200') ? '409 session_already_claimed' : expected] : [];
    return real.answers([expected, ...others].sort().join(), async (shop) => {
      const known = shop.sessions[number]!;
      const browser = isConfirming ? shop.at.browser : undefined;
      const answers = await Promise.all(
        (isTwice ? [process, process + 1] : [process]).map((to, i) =>
          claimLink(shop.at.service(to), known.link!, `nonce-${i}-${shop.idOf(number)}`, browser),
        ),
      );
      const joined = answers.find(({ status }) => status === 200);
      if (joined) known.joined = joined.json as ClaimResponse;
      return answers
        .map((answer) => ended(answer, `200 ${answer.json.confirmed ? '' : 'not '}confirmed`))
        .sort()
        .join();
    });
  },
});

const confirms = (process: number, isRight: boolean): OfSession => ({
  says: `the ${isRight ? 'right' : 'wrong'} number is typed`,
  can: hasJoined,
  run(real, { number, session, model }) {
    const expected = model.confirm(session, isRight);
    return real.answers(expected, async (shop) => {
      const shown = ((await shop.page(process, number).session()).json.match_code ?? '00') as string;
      const number_ = isRight ? shown : String((Number(shown) + 1) % 100).padStart(2, '0');
      return ended(await shop.app(process, number).confirm(number_), '200 confirmed');
    });
  },
});

interface Join {
  readonly via: Via;
  readonly by: (typeof CLAIMANTS)[number];
  readonly mistypes: boolean;
}

/** What a person does before a capture. */
async function join(process: number, { via, by, mistypes }: Join, [real, on]: Parameters<OfSession['run']>) {
  const numbers = mistypes ? [confirms(process, false)] : [];
  const steps = [opens(process), shows(process, via), claims(process, by), ...numbers, confirms(process, true)];
  for (const { can, run } of steps) if (can!(on.session, on.model)) await run(real, on);
}

/** How the merchant's Bio API fails, and the failure code of the session. */
const TROUBLES = {
  refuses: 'merchant_bio_rejected',
  'is down': 'merchant_bio_unavailable',
  resets: 'merchant_bio_unavailable',
  'breaks off': 'merchant_bio_unavailable',
  'talks nonsense': 'merchant_bio_invalid_response',
  'answers in crumbs': 'merchant_bio_timeout',
  hangs: 'merchant_bio_timeout',
} as const;
type Trouble = keyof typeof TROUBLES;

/** Each crumb comes in time. */
function crumble(res: ServerResponse, clock: TestClock): void {
  if (res.destroyed) return;
  clock.move(100);
  res.write(' ', () => crumble(res, clock));
}

function handlerOf(trouble: Trouble, clock: TestClock): SdkMerchant['instead'] {
  const handlers: Record<Trouble, SdkMerchant['instead']> = {
    refuses: answering(403, {}),
    'is down': answering(500, {}),
    resets: (req) => void req.socket.destroy(),
    'breaks off': (_req, res) =>
      void res.writeHead(200, { 'content-length': 100 }).write('{"stor', () => res.destroy()),
    'talks nonsense': answering(200, '{"stored":"yes"}'),
    'answers in crumbs': (req, res) => void req.resume().on('end', () => crumble(res.writeHead(200), clock)),
    hangs: (req) => void req.resume().on('end', () => clock.move(5000)),
  };
  return handlers[trouble];
}

/** Synthetic fingers of two persons. */
const FINGERS = [12, 13];
/** Different captures of one finger. */
const PROBES = 4;
const PHONES = [new TestDevice(), new TestDevice()];

/** What the app sends: an enrollment may be bound to a phone, a verification signed by one. */
async function captureBy(app: AppSide, { mode }: Session, { person, phone }: Capture, probe: number): Promise<object> {
  const isEnrollment = mode === 'enroll';
  const template = templateOf(captureOf(FINGERS[person]!, isEnrollment ? 0 : 1 + (probe % PROBES)));
  const device = phone === null ? undefined : PHONES[phone]!;
  const sealed = await app.sealed(captured(isEnrollment && device ? device.bind(template) : template));
  if (isEnrollment || !device) return sealed;
  const challenge = Buffer.from(await deviceChallenge(app.joined, sealed)).toString('base64url');
  return { ...sealed, device: device.sign({ challenge }) };
}

const via = fc.constantFrom<Via>('qr', 'button');
const by = fc.constantFrom(...CLAIMANTS);
const finger = fc.record({ person: fc.nat(1), phone: fc.option(fc.nat(1)) });
const trouble = fc.oneof(fc.constant(null), fc.constantFrom(...(Object.keys(TROUBLES) as Trouble[])));
const joining = fc.record({ via, by, mistypes: fc.boolean() });
const callback = ofSession([joining, finger, trouble, fc.boolean()], (process, joining, capture, trouble, hangsUp) => ({
  says: `person ${capture.person} ${capture.phone === null ? '' : `with phone ${capture.phone} `}joins by ${joining.via} as ${joining.by}${joining.mistypes ? ', mistypes the number' : ''} and captures${trouble === null ? '' : `, the merchant ${trouble}`}${hangsUp ? ', the phone hangs up' : ''}`,
  can: (session, model) => session.hasJoined || (!isFinal(session) && model.hasPage(session)),
  async run(real, on) {
    const { number, session, model } = on;
    if (!session.hasJoined) await join(process, joining, [real, on]);
    const isTaken = model.takesCallback(session);
    const expected = model.callback(session, capture, trouble === null ? undefined : TROUBLES[trouble]);
    return real.answers(expected, async (shop) => {
      shop.merchant.instead = trouble === null ? undefined : handlerOf(trouble, shop.at.service(process).deadlineClock);
      const app = shop.app(process, number);
      const body = JSON.stringify(await captureBy(app, session, capture, number));
      if (!hangsUp || !isTaken) return short(await app.callback(body));
      const before = shop.merchant.bodies.length;
      const connection = await app.callbackInPart(body, body.length);
      const current = async () => short(await app.session());
      const hasArrived = async () => shop.merchant.bodies.length > before || (await current()) !== '200 app_launched';
      await until('the callback to arrive', hasArrived);
      connection.end();
      const isOver = async () => !/app_launched|callback_received|processing/.test(await current());
      await until('the capture to end', isOver);
      return current();
    });
  },
}));

const malformed = ofSession([], (process) => ({
  says: 'a malformed capture',
  can: hasJoined,
  run: (real, { number, session, model }) =>
    real.answers(model.malformedCallback(session), async (shop) =>
      short(await shop.app(process, number).callback({ ...anyCapture(), features: 7 })),
    ),
}));

/** A body that does not arrive changes nothing. */
const hangUp = ofSession([], (process) => ({
  says: 'the phone hangs up in the middle of a capture',
  can: hasJoined,
  run: (real, { number }) =>
    real.all(async (shop) => (await shop.app(process, number).callbackInPart('{"fin', 100)).end()),
}));

const cancel = ofSession([fc.boolean()], (process, isPage) => ({
  says: `the ${isPage ? 'page' : 'merchant'} cancels it`,
  can: (session, model) => !isPage || model.hasPage(session),
  run: (real, { number, session, model }) =>
    real.answers(model.cancel(session), async (shop) =>
      short(await (isPage ? shop.page(process, number).cancel() : shop.cancel(process, number, session.user))),
    ),
}));

const decline = ofSession([], (process) => ({
  says: 'the person declines',
  can: hasJoined,
  run: (real, { number, session, model }) =>
    real.answers(model.decline(session), async (shop) =>
      short(await shop.app(process, number).failure('user_declined')),
    ),
}));

const wait = ofSession([fc.boolean()], (process, isPage) => ({
  says: isPage ? 'its page listens' : 'the merchant waits for it',
  can: (session) => !isFinal(session),
  run: (real, { number, session }) =>
    real.all((shop) => (isPage ? shop.listen(process, number) : shop.wait(process, number, session))),
}));

const strangerReads = ofSession([], (process) => ({
  says: 'another merchant, and another user, read it',
  run: (real, { number, session }) =>
    real.answers('403 merchant_mismatch, 403 merchant_user_ref_mismatch', async (shop) => {
      const other = await shop.asOther(process, number);
      const wrongUser = await shop.result(process, number, session.user + 1);
      return `${short(other)}, ${short(wrongUser)}`;
    }),
}));

const SELDOM = [
  ofSession([], opens),
  ofSession([via], shows),
  ofSession([by], claims),
  ofSession([fc.boolean()], confirms),
  malformed,
  hangUp,
  cancel,
  decline,
  wait,
  strangerReads,
];
const OFTEN = [create, callback];
/** What merchants, pages and phones do. */
export const PEOPLE_MOVES = [...Array.from({ length: 6 }, () => OFTEN).flat(), ...SELDOM, ...SELDOM];
