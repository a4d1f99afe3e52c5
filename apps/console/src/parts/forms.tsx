import { Question } from '@authly/ui/question.tsx';
import type { ComponentChildren, VNode } from 'preact';
import { useAction } from '../hooks.ts';

/** The trimmed text of a field. */
export function formText(event: SubmitEvent, name: string): string {
  const value = new FormData(event.currentTarget as HTMLFormElement).get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** The value of a `datetime-local` field; empty for what is not a time. */
export function localTime(iso: string | undefined): string {
  const date = new Date(iso || Number.NaN);
  if (Number.isNaN(date.getTime())) return '';
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

interface ConfirmProps<T> {
  readonly title: string;
  readonly yes: string;
  /** What happens then. */
  readonly children: ComponentChildren;
  readonly path: string;
  readonly body?: object;
  readonly onDone: (response: T) => void;
  readonly onClose: () => void;
}

/** Asks before it runs an operator action. Stays open, with the reason, when the action fails. */
export function Confirm<T>({ title, yes, children, path, body, onDone, onClose }: ConfirmProps<T>): VNode {
  const action = useAction<T>((response) => {
    onClose();
    onDone(response);
  });
  return (
    <Question
      title={title}
      yes={yes}
      no="Cancel"
      problem={action.problem ?? ''}
      busy={action.isBusy}
      onYes={() => action.run(path, body)}
      onClose={onClose}
    >
      {children}
    </Question>
  );
}
