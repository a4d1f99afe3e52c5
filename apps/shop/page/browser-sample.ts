import { startAuthly } from '@authly/browser';

const post = (path: string) => fetch(path, { method: 'POST' }).then((answer) => answer.json());

async function pay() {
  const { result } = startAuthly({
    create: () => post('/api/pay'),
    read: (id) => fetch(`/api/sessions/${id}`).then((answer) => answer.json()),
  });
  console.log((await result).status);
}

document.querySelector('#pay')!.addEventListener('click', () => void pay());
