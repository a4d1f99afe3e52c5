import { startAuthly } from '@authly/browser';

const button = document.querySelector<HTMLButtonElement>('#pay')!;

async function ask(path: string, init?: RequestInit) {
  const answer = await fetch(path, init);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

async function pay() {
  const { result } = startAuthly({
    create: () => ask('/api/pay', { method: 'POST' }),
    read: (id) => ask(`/api/sessions/${id}`),
  });
  // One session at a time.
  button.disabled = true;
  console.log((await result.finally(() => (button.disabled = false))).status);
}

button.addEventListener('click', () => void pay());
