import type { CallName, CallParams, CallResult } from '@authly/service/operator/console/calls.ts';
import { Question } from '@authly/ui/question.tsx';
import { useDialog } from '@authly/ui/use-dialog.ts';
import { createContext, type ComponentChildren, type VNode } from 'preact';
import { useContext, useEffect, useMemo, useState } from 'preact/hooks';
import { useAction } from '../hooks.ts';
import { useCopy } from './copy.tsx';
import { saveFile } from './files.ts';
import { useSecretOnScreen } from './use-form.ts';

export interface Asked<Name extends CallName> {
  /** Its first word is the answer. */
  readonly title: string;
  readonly children: ComponentChildren;
  readonly action: Name;
  readonly params: CallParams<Name>;
  /** Said when it is done. */
  readonly says?: string;
  readonly onDone?: (result: CallResult<Name>) => void;
}

interface Text {
  readonly title: string;
  readonly text: string;
  /** A text without a note is a secret: it is closed or left without a copy only after a question. */
  readonly note?: string;
  readonly fileName?: string;
}

interface OnPage {
  readonly ask: <Name extends CallName>(asked: Asked<Name>) => void;
  /** Several texts are shown one after another. */
  readonly show: (text: Text) => void;
  /** Says what has happened. It is seen wherever the page is scrolled to. */
  readonly say: (text: string) => void;
}

const Shown = createContext<OnPage | undefined>(undefined);
export const usePage = (): OnPage => useContext(Shown)!;

const SAID_MS = 15_000;

/** A dialog keeps what it was opened with, and stays, whatever the page below it reads meanwhile. */
export function Page({ children }: { children: ComponentChildren }): VNode {
  const [question, setQuestion] = useState<VNode>();
  const [texts, setTexts] = useState<readonly Text[]>([]);
  const [said, say] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => say(''), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const page = useMemo(
    (): OnPage => ({
      ask: (asked) => setQuestion(<Confirm {...asked} onClose={() => setQuestion(undefined)} />),
      show: (text) => setTexts((all) => [...all, text]),
      say,
    }),
    [],
  );
  const [text] = texts;
  return (
    <Shown.Provider value={page}>
      {children}
      <p class="said" role="status">
        {said}
      </p>
      {question}
      {text && <TextDialog key={text.text} {...text} onClose={() => setTexts((all) => all.slice(1))} />}
    </Shown.Provider>
  );
}

/** Stays open, with the reason, when the action fails. */
function Confirm<Name extends CallName>(props: Asked<Name> & { onClose: () => void }): VNode {
  const { title, children, action, params, says, onDone, onClose } = props;
  const { say } = usePage();
  const { isBusy, problem = '', run } = useAction(action);
  const done = (result: CallResult<Name>): void => {
    onClose();
    if (says !== undefined) say(says);
    onDone?.(result);
  };
  return (
    <Question
      title={title}
      yes={title.replace(/ .*/, '')}
      no="Cancel"
      problem={problem}
      busy={isBusy}
      onYes={() => run(params, done)}
      onClose={onClose}
    >
      {children}
    </Question>
  );
}

function TextDialog({ title, text, note, fileName, onClose }: Text & { onClose: () => void }): VNode {
  const { dialog, close } = useDialog(onClose);
  const [isKept, setKept] = useState(note !== undefined);
  const [isAsking, setAsking] = useState(false);
  const [label, copy] = useCopy(text, () => setKept(true));
  useSecretOnScreen(!isKept);
  const save = (): void => {
    saveFile(fileName!, `${text}\n`);
    setKept(true);
  };
  const leave = (event: Event): void => {
    event.preventDefault();
    if (isKept) close();
    else setAsking(true);
  };
  return (
    <dialog {...dialog} onCancel={leave} class="shown-once" aria-labelledby="shown-title">
      <h2 id="shown-title">{title}</h2>
      <pre tabIndex={0}>{text}</pre>
      <p>{note ?? 'Copy it now. It cannot be shown again.'}</p>
      <div class="choices">
        <button type="button" class="quiet" onClick={leave}>
          Close
        </button>
        {fileName !== undefined && (
          <button type="button" class="quiet" onClick={save}>
            Download
          </button>
        )}
        <button type="button" class="main" autofocus onClick={copy}>
          {label}
        </button>
      </div>
      {isAsking && (
        <Question title="Close without a copy?" yes="Close it" no="Stay" onYes={close} onClose={() => setAsking(false)}>
          The secret cannot be shown again.
        </Question>
      )}
    </dialog>
  );
}
