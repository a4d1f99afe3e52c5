import type { CallName, CallResult } from '@authly/service/operator/console/calls.ts';
import type { VNode } from 'preact';
import { may } from '../api.ts';
import { useAction } from '../hooks.ts';
import { Problem } from './elements.tsx';
import { usePage, type Asked } from './page.tsx';

interface ButtonProps {
  readonly label: string;
  /** Screen readers read it instead of the label. */
  readonly fullLabel?: string;
}

interface ConfirmButtonProps<Name extends CallName> extends Asked<Name>, ButtonProps {
  readonly isDanger?: boolean;
}

/** Shows nothing where the action is not allowed. */
export function ConfirmButton<Name extends CallName>(props: ConfirmButtonProps<Name>): VNode | null {
  const { label, fullLabel, isDanger = false, action } = props;
  const { ask } = usePage();
  if (!may(action)) return null;
  return (
    <button type="button" class={isDanger ? 'danger' : undefined} aria-label={fullLabel} onClick={() => ask(props)}>
      {label}
    </button>
  );
}

interface ActionButtonProps<Name extends CallName> extends ButtonProps, Omit<Asked<Name>, 'title' | 'children'> {
  /** Shown while the action runs. */
  readonly busyLabel?: string;
  readonly isMain?: boolean;
}

/** For an action without a question. Shows nothing where it is not allowed. */
export function ActionButton<Name extends CallName>(props: ActionButtonProps<Name>): VNode | null {
  const { action, params, label, fullLabel, busyLabel = label, isMain = false, says, onDone } = props;
  const { say } = usePage();
  const { isBusy, problem, run } = useAction(action);
  if (!may(action)) return null;
  const done = (result: CallResult<Name>): void => {
    if (says !== undefined) say(says);
    onDone?.(result);
  };
  return (
    <>
      <button
        type="button"
        class={isMain ? 'main' : undefined}
        aria-label={fullLabel}
        aria-disabled={isBusy}
        onClick={() => run(params, done)}
      >
        {isBusy ? busyLabel : label}
      </button>
      <Problem text={problem} />
    </>
  );
}
