// The script of the finger's page. It opens the hosted page and waits for the end of the session.
import { type AuthlyFlow, type CreatedSession, resumeAuthly, type SessionState, startAuthly } from '@authly/browser';

const here = location.pathname;
const button = document.querySelector<HTMLButtonElement>('#finger')!;
const label = button.innerText;
let flow: Pick<AuthlyFlow<SessionState>, 'result' | 'open'> | undefined;

async function ask<Answer>(path: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(here + path, init);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as Answer;
}

const read = (id: string, signal: AbortSignal): Promise<SessionState | null> => ask(`/session?id=${id}`, { signal });
const create = (signal: AbortSignal): Promise<CreatedSession> => ask('/session', { method: 'POST', signal });

function follow(next: typeof flow): void {
  flow = next;
  button.innerText = 'Show the window again';
  flow?.result.then(
    () => location.replace(`${here}/outcome`),
    () => {
      flow = undefined;
      button.innerText = label;
      document.querySelector('[role=alert]')!.textContent = 'That did not work. Please try again.';
    },
  );
}

button.addEventListener('click', () => {
  if (flow !== undefined) return void flow.open();
  const started = startAuthly({ create, read });
  void started.result.finally(() => started.close()).catch(() => {});
  return follow(started);
});

// After a reload the session goes on. One of another sign-in in this tab is refused.
const resumed = resumeAuthly({ read });
if (resumed !== undefined) follow({ result: resumed, open: () => resumed.open() });
button.disabled = false;
