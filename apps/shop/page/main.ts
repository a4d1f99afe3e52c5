import { AuthlyBrowserError, resumeAuthly, startAuthly } from '@authly/browser';
import * as backend from './backend.ts';
import type { ShopSession, What } from './backend.ts';
import { button, clear, FAULT, say, showFailure, showOrders, showOutcome, showReceipt } from './outcome.ts';
import { look, showCallsOf, startPanel } from './panel.ts';
import { element, find } from './elements.ts';

const OUTCOMES = {
  enroll: ['enrolled', 'canceled', 'expired', 'user_declined', 'quality_too_low', 'merchant_bio_timeout'],
  pay: [
    'matched',
    'not_matched',
    'canceled',
    'expired',
    'user_declined',
    'finger_mismatch',
    'device_not_recognized',
    'device_not_bound',
    'too_many_attempts',
    'provider_timeout',
  ],
};

interface Running {
  readonly what: What;
  readonly controller: AbortController;
  readonly sessionId: () => string | undefined;
  readonly open: () => boolean;
}

const FINGERS: Readonly<Record<string, string>> = {
  LI: 'Left index finger',
  LM: 'Left middle finger',
  RI: 'Right index finger',
  RM: 'Right middle finger',
};

/** Some browsers without a locale report `C`, which is no language. */
const LOCALE = /^[a-z]{2,3}(?=[-_]|$)/i.exec(navigator.language)?.[0] ?? 'en';

const FIRST_USER = 'A';

const byCard = button('Pay by card', () => void payByCard());

let running: AbortController | undefined;

function begin(what: What): void {
  running?.abort();
  const controller = (running = new AbortController());
  const [group, outcome] = find<HTMLSelectElement>('#sandbox-outcome').value.split(' ');
  let sessionId: string | undefined;
  // For a reload.
  history.replaceState(what, '');
  const flow = startAuthly<ShopSession>({
    create: async (signal) => {
      const options = { locale: LOCALE, ...(group === what && { sandbox_outcome: outcome }) };
      const session = await backend.create(what, options, signal);
      sessionId = session.session_id;
      return session;
    },
    read: backend.read,
    onClosed: () => showWaiting(going, 'closed'),
    signal: controller.signal,
  });
  const going: Running = { what, controller, sessionId: () => sessionId, open: () => flow.open() };
  showWaiting(going, flow.blocked ? 'blocked' : 'open');
  void finish(what, flow.result);
}

function resume(): void {
  const controller = (running = new AbortController());
  const resumed = resumeAuthly<ShopSession>({
    read: backend.read,
    onClosed: () => showWaiting(going, 'closed'),
    signal: controller.signal,
  });
  if (resumed === undefined) return;
  const what: What = history.state === 'enroll' ? 'enroll' : 'pay';
  const { session_id: id } = resumed;
  const going: Running = { what, controller, sessionId: () => id, open: () => resumed.open() };
  showWaiting(going, 'resumed');
  void finish(what, resumed);
}

async function finish(what: What, result: Promise<ShopSession>): Promise<void> {
  try {
    const state = await result;
    void look();
    showOutcome(state, byCard);
  } catch (error) {
    const code = error instanceof AuthlyBrowserError ? error.code : undefined;
    if (code === 'aborted') return;
    await refresh().catch(() => undefined);
    if (what === 'pay' && find<HTMLButtonElement>('#pay').disabled) showFailure(what, 'Enroll a finger first.', byCard);
    else if (code === 'create_failed') showFailure(what, 'The shop couldn’t reach Authly. Try again.', byCard);
    else say('bad', 'Result not known yet', 'The shop couldn’t get the result. Reload this page in a moment.');
  }
  await refresh();
}

/** The SDK opens a tab on a touch screen. */
const PLACE = matchMedia('(pointer: coarse)').matches ? 'tab' : 'window';

const WAITING = {
  open: [`Continue in the other ${PLACE}`, 'This page updates automatically.'],
  resumed: ['Continue where you left off', `If you closed the ${PLACE}, open it again here. Nothing is lost.`],
  unreachable: ['Not canceled', 'The shop can’t be reached. Try again.'],
  blocked: [`Your browser blocked the ${PLACE}`, 'Use this button to open it.'],
  closed: [
    `The ${PLACE} is closed`,
    `If you’re using another device, just continue: this page updates automatically. Otherwise open the ${PLACE} again.`,
  ],
} as const;

function showWaiting(going: Running, state: keyof typeof WAITING): void {
  const show = (): void => {
    if (going.open()) showWaiting(going, 'open');
  };
  const open = button(`${state === 'open' ? 'Show' : 'Open'} the ${PLACE}`, show);
  const [title, text] = WAITING[state];
  say(
    'open',
    title,
    text,
    open,
    button('Cancel', () => void giveUp(going)),
  );
}

/** Before the hosted page is opened, and during a check, a session cannot be canceled. */
async function giveUp(going: Running): Promise<void> {
  const { what, controller, sessionId } = going;
  const id = sessionId();
  say('open', 'Canceling', 'One moment.');
  if (id !== undefined) {
    if (await backend.cancel(id).catch(() => undefined)) return;
    const state = await backend.read(id, controller.signal).catch(() => undefined);
    if (state === undefined && !controller.signal.aborted) return showWaiting(going, 'unreachable');
    if (state?.status !== 'created') return;
  }
  controller.abort();
  showFailure(what, 'You stopped before it started.', byCard);
}

async function removeFinger(): Promise<void> {
  if (!confirm('Remove your finger? To pay with it again you have to enroll it again.')) return;
  if (await backend.removeFinger().catch(() => undefined))
    say('good', 'Your finger is removed', 'The shop has erased it. Enroll a finger to pay with it again.');
  else say('bad', 'Not removed', FAULT);
  await refresh();
}

async function payByCard(): Promise<void> {
  const order = await backend.payByCard().catch(() => undefined);
  if (order === undefined) return say('bad', 'Not paid', FAULT);
  showReceipt(order);
  await refresh();
}

function startOver(): void {
  clear();
  find('#pay').focus();
}

async function refresh(): Promise<void> {
  const user = await backend.me();
  showCallsOf(user?.name);
  showOrders(user?.orders ?? []);
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-user]'))
    button.setAttribute('aria-pressed', String(button.dataset['user'] === user?.name));
  const finger = user?.enrolled_finger ?? null;
  const name = finger === null ? '' : (FINGERS[finger] ?? finger);
  find('#enrollment').dataset['finger'] = name;
  find('#enrollment').textContent =
    user === null
      ? 'Choose a user to begin.'
      : finger === null
        ? 'No finger enrolled yet.'
        : `Enrolled finger: ${name}`;
  const [enroll, pay] = [find<HTMLButtonElement>('#enroll'), find<HTMLButtonElement>('#pay')];
  const binding = find<HTMLSelectElement>('#device-binding');
  binding.disabled = user === null;
  binding.value = user?.device_binding ?? 'off';
  enroll.disabled = user === null;
  find<HTMLButtonElement>('#remove').disabled = finger === null;
  pay.disabled = finger === null;
  enroll.textContent = finger === null ? 'Enroll a finger' : 'Enroll another finger';
  enroll.classList.toggle('main', user !== null && finger === null);
  pay.classList.toggle('main', finger !== null);
}

async function signIn(name: string): Promise<void> {
  running?.abort();
  clear();
  await backend.signIn(name);
  await refresh();
}

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-user]'))
  button.addEventListener('click', () => void signIn(button.dataset['user']!));
for (const what of ['enroll', 'pay'] as const) {
  find(`#${what}`).addEventListener('click', () => begin(what));
  find(`#${what}-outcomes`).append(
    ...OUTCOMES[what].map((outcome) => element('option', { value: `${what} ${outcome}` }, outcome)),
  );
}
find('#new-order').addEventListener('click', startOver);
find('#remove').addEventListener('click', () => void removeFinger());
find('#device-binding').addEventListener('change', (event) => {
  void backend.bindDevices((event.target as HTMLSelectElement).value);
});
async function start(): Promise<void> {
  if ((await backend.me()) === null) await backend.signIn(FIRST_USER);
  await refresh();
}

void startPanel();
void start();
resume();
