import { startAuthly } from '@authly/browser';

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
  console.log((await result).status);
}

document.querySelector('#pay')!.addEventListener('click', () => void pay());
