import { AuthlyBrowserError, resumeAuthly, startAuthly, type AuthlyFlow } from '@authly/browser';
import * as backend from './backend.ts';
import type { ShopSession } from './backend.ts';
import { element, find } from './dom.ts';
import { say, sayNothing, showOutcome } from './outcome.ts';
import { showCallsOf, startPanel } from './panel.ts';
import { showState } from './states.ts';

const OUTCOMES = {
  enroll: ['enrolled', 'canceled', 'expired', 'user_declined', 'quality_too_low', 'merchant_bio_timeout'],
  pay: [
    'matched',
    'not_matched',
    'canceled',
    'expired',
    'user_declined',
    'finger_mismatch',
    'too_many_attempts',
    'provider_timeout',
  ],
};
const FINGERS: Readonly<Record<string, string>> = {
  LI: 'left index',
  LM: 'left middle',
  RI: 'right index',
  RM: 'right middle',
};

let running: AbortController | undefined;

/** The whole of what a merchant's page does: start inside the click, show what the backend says. */
function begin(what: 'enroll' | 'pay'): void {
  running?.abort();
  running = new AbortController();
  const [group, outcome] = find<HTMLSelectElement>('#sandbox-outcome').value.split(' ');
  showState(undefined);
  let session: { session_id: string } | undefined;
  const flow = startAuthly<ShopSession>({
    create: async (signal) =>
      (session = await backend.create(
        what,
        { locale: navigator.language.slice(0, 16), ...(group === what && { sandbox_outcome: outcome }) },
        signal,
      )),
    read: backend.read,
    onStatus: ({ status }) => showState(status),
    signal: running.signal,
  });
  sayWaiting(flow, () => void giveUp(session?.session_id, running!));
  void finish(flow.result);
}

async function finish(result: Promise<ShopSession>): Promise<void> {
  try {
    showOutcome(await result);
  } catch (error) {
    if (error instanceof AuthlyBrowserError && error.code === 'aborted') return;
    if (error instanceof AuthlyBrowserError && error.code === 'timed_out')
      say('bad', 'The time was over', 'Please try again.');
    else say('bad', 'That did not work', 'The shop could not reach Authly. Please try again.');
  }
  await refresh();
}

function sayWaiting(flow: AuthlyFlow<ShopSession>, cancel: () => void): void {
  const open = element('button', { type: 'button' }, flow.blocked ? 'Open the window' : 'Show the window');
  const stop = element('button', { type: 'button' }, 'Cancel');
  const inWindow = (): void =>
    say('open', 'Go on in the other window', 'This page follows along by itself.', open, stop);
  open.addEventListener('click', () => {
    if (!flow.open()) return;
    open.textContent = 'Show the window';
    inWindow();
  });
  stop.addEventListener('click', cancel);
  if (flow.blocked) say('open', 'Your browser blocked the window', 'Open it with this button.', open, stop);
  else inWindow();
}

/** Canceled at Authly where that is still possible. Before the page was opened it is not: then the shop just stops waiting. */
async function giveUp(sessionId: string | undefined, controller: AbortController): Promise<void> {
  try {
    if (sessionId === undefined) throw new Error('not created yet');
    say('open', 'Canceling', 'One moment.');
    await backend.cancel(sessionId);
  } catch {
    controller.abort();
    say('bad', 'Stopped', 'Nothing happened.');
  }
}

async function refresh(): Promise<void> {
  const user = await backend.me();
  showCallsOf(user?.name);
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-user]'))
    button.setAttribute('aria-pressed', String(button.dataset['user'] === user?.name));
  const finger = user?.enrolled_finger ?? null;
  find('#enrollment').textContent =
    user === null
      ? 'Choose who you are to begin.'
      : finger === null
        ? 'No finger enrolled yet.'
        : `Enrolled: ${FINGERS[finger] ?? finger} finger.`;
  const [enroll, pay] = [find<HTMLButtonElement>('#enroll'), find<HTMLButtonElement>('#pay')];
  enroll.disabled = user === null;
  pay.disabled = finger === null;
  enroll.textContent = finger === null ? 'Enroll a finger' : 'Enroll another finger';
  enroll.classList.toggle('primary', user !== null && finger === null);
  pay.classList.toggle('primary', finger !== null);
}

async function signIn(name: string): Promise<void> {
  running?.abort();
  sayNothing();
  showState(undefined);
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
startPanel();
showState(undefined);
void refresh();

running = new AbortController();
const resumed = resumeAuthly<ShopSession>({
  read: backend.read,
  onStatus: ({ status }) => showState(status),
  signal: running.signal,
});
if (resumed !== undefined) {
  say('open', 'Go on where you were', 'This page follows along by itself.');
  void finish(resumed);
}
