import { startAuthly } from '@authly/browser';

const post = (path: string) => fetch(path, { method: 'POST' }).then((answer) => answer.json());

document.querySelector('#pay')!.addEventListener('click', async () => {
  const { result } = startAuthly({
    create: () => post('/api/pay'),
    read: (id) => fetch(`/api/sessions/${id}`).then((answer) => answer.json()),
  });
  console.log((await result).status);
});
