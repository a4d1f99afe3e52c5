import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CallResult } from '@authly/service/operator/wire/calls.ts';
import { useData } from './hooks.ts';
import { Problem } from './parts/elements.tsx';
import { routeTo } from './route.ts';

const KEYS = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K';
const TYPING_MS = 150;
const NOTHING =
  'Nothing found. Requests answered with 4xx or 5xx are kept for 7 days, under load only some of them. Find a user reference under Sessions.';

type Pages = Readonly<Record<string, string>>;

/** Ctrl-K or Cmd-K opens it on every page. */
export function Find({ pages }: { pages: Pages }): VNode {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (document.querySelector('dialog[open]') === null) setOpen(true);
    };
    addEventListener('keydown', open);
    return () => removeEventListener('keydown', open);
  }, []);
  return (
    <>
      <button type="button" class="find" aria-keyshortcuts="Control+K Meta+K" onClick={() => setOpen(true)}>
        Find anything <kbd aria-hidden="true">{KEYS}</kbd>
      </button>
      {isOpen && <FindDialog pages={pages} onClose={() => setOpen(false)} />}
    </>
  );
}

interface Hit {
  readonly kind: string;
  readonly text: string;
  readonly path: readonly string[];
}

function FindDialog({ pages, onClose }: { pages: Pages; onClose: () => void }): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [q, setQ] = useState('');
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    const timer = setTimeout(() => setQ(text.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { value, problem } = useData('find', { q });
  const hits = [...pageHits(pages, text.trim()), ...(value === undefined ? [] : hitsOf(value))];
  const close = (): void => dialog.current?.close();
  const openFirst = (event: SubmitEvent): void => {
    event.preventDefault();
    if (hits[0] === undefined) return;
    close();
    location.hash = routeTo(hits[0].path);
  };
  return (
    <dialog ref={dialog} class="finding" aria-label="Find anything" onClose={onClose} onKeyDown={moveFocus}>
      <form role="search" onSubmit={openFirst}>
        <label>
          Session, merchant, key, request id or page
          <input
            type="text"
            maxLength={200}
            autocomplete="off"
            autofocus
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
      </form>
      <Problem text={problem} />
      <ul onClick={close}>
        {hits.map(({ kind, text: found, path }) => (
          <li key={found}>
            <a href={routeTo(path)}>
              <span class="soft">{kind}</span> <bdi>{found}</bdi>
            </a>
          </li>
        ))}
      </ul>
      <p role="status">{value && hits.length === 0 ? NOTHING : ''}</p>
    </dialog>
  );
}

const pageHits = (pages: Pages, wanted: string): Hit[] =>
  Object.entries(pages)
    .filter(([, title]) => title.toLowerCase().includes(wanted.toLowerCase()))
    .map(([page, text]) => ({ kind: 'Page', text, path: page === '' ? [] : [page] }));

const hitsOf = ({ failedCall, merchants, sessions, keys }: CallResult<'find'>): Hit[] => [
  ...(failedCall === null ? [] : [failedCallHit(failedCall)]),
  ...merchants.map(({ merchant_id, name }) => ({ kind: 'Merchant', text: name, path: ['merchants', merchant_id] })),
  ...sessions.map(({ session_id }) => ({ kind: 'Session', text: session_id, path: ['sessions', session_id] })),
  ...keys.map(({ key_id }) => ({ kind: 'Key', text: key_id, path: ['keys', key_id] })),
];

function failedCallHit(failed: NonNullable<CallResult<'find'>['failedCall']>): Hit {
  const { status, code, field, call, request_id } = failed;
  const text = `${status} ${code}${field === null ? '' : ` (${field})`}, ${call}`;
  return { kind: 'Failed call', text, path: ['calls', request_id] };
}

/** The arrow keys walk from the field through the results. */
function moveFocus(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const stops = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('input, a')];
  stops[stops.indexOf(document.activeElement as HTMLElement) + step]?.focus();
}
