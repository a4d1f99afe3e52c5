import { AuthlyBrowserError, startAuthly, type AuthlyFlow } from '@authly/browser';
import * as backend from './backend.ts';
import type { ShopSession } from './backend.ts';
import { element, find } from './dom.ts';
import { say, sayNothing, showOutcome } from './outcome.ts';
import { clearStates, showState, startPanel } from './panel.ts';

const OUTCOMES = {
  enroll: ['enrolled', 'canceled', 'expired', 'user_declined', 'quality_too_low', 'merchant_bio_timeout'],
  pay: ['matched', 'not_matched', 'canceled', 'expired', 'user_declined', 'finger_mismatch', 'provider_timeout'],
};
const FINGERS: Readonly<Record<string, string>> = { LI: 'left index', LM: 'left middle', RI: 'right index', RM: 'right middle' };

let running: AbortController | undefined;

/** The whole of what a merchant's page does: start inside the click, show what the backend says. */
async function begin(what: 'enroll' | 'pay'): Promise<void> {
  running?.abort();
  running = new AbortController();
  const wish = find<HTMLSelectElement>('#sandbox-outcome').value;
  const metadata = wish && OUTCOMES[what].includes(wish) ? { metadata: { sandbox_outcome: wish } } : {};
  clearStates();
  const flow = startAuthly<ShopSession>({
    create: (signal) => backend.create(what, metadata, signal),
    read: backend.read,
    onStatus: ({ status }) => showState(status),
    signal: running.signal,
  });
  waiting(flow);
  try {
    showOutcome(await flow.result);
  } catch (error) {
    if (error instanceof AuthlyBrowserError && error.code === 'aborted') return;
    say('bad', 'The shop could not reach Authly. Please try again.');
  }
  await refresh();
}

function waiting(flow: AuthlyFlow<ShopSession>): void {
  const open = element('button', { type: 'button' }, flow.blocked ? 'Open the window' : 'Show the window again');
  open.addEventListener('click', () => {
    if (flow.open()) say('open', 'Go on in the other window.', open);
  });
  say('open', flow.blocked ? 'Your browser blocked the window.' : 'Go on in the other window.', open);
}

async function refresh(): Promise<void> {
  const user = await backend.me();
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-user]')) button.setAttribute('aria-pressed', String(button.dataset['user'] === user?.name));
  const finger = user?.enrolled_finger ?? null;
  find('#enrollment').textContent = user === null ? 'Sign in to begin.' : finger === null ? 'No finger enrolled yet.' : `Enrolled: ${FINGERS[finger] ?? finger} finger.`;
  find<HTMLButtonElement>('#enroll').disabled = user === null;
  find<HTMLButtonElement>('#pay').disabled = finger === null;
}

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-user]')) {
  button.addEventListener('click', () => {
    running?.abort();
    sayNothing();
    clearStates();
    void backend.signIn(button.dataset['user']!).then(refresh);
  });
}
find('#enroll').addEventListener('click', () => void begin('enroll'));
find('#pay').addEventListener('click', () => void begin('pay'));
find('#sandbox-outcome').append(...[...new Set([...OUTCOMES.enroll, ...OUTCOMES.pay])].map((name) => element('option', { value: name }, name)));
startPanel();
void refresh();
