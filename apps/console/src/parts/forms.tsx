import type { CallName, CallParams, CallResult } from '@authly/service/operator/wire/calls.ts';
import { Question } from '@authly/ui/question.tsx';
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { may } from '../api.ts';
import { useAction } from '../hooks.ts';
import { base64Of } from './files.ts';
import type { Problems } from './use-form.ts';

export function formText(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value.trim() : '';
}

export type GivenFile = NonNullable<CallParams<'merchant add'>['logo']>;

/** The chosen file; undefined: none. */
export async function givenFile(form: HTMLFormElement, name: string): Promise<GivenFile | undefined> {
  const file = new FormData(form).get(name);
  return file instanceof File && file.size > 0 ? { name: file.name, base64: await base64Of(file) } : undefined;
}

/** The `max` of a `datetime-local` field: browsers allow years of more digits, which `Date` cannot read. */
export const LAST_LOCAL_TIME = '9999-12-31T23:59';

/** The value of a `datetime-local` field; empty for an invalid time. */
export function localTime(iso: string | undefined): string {
  const date = new Date(iso || Number.NaN);
  if (Number.isNaN(date.getTime())) return '';
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

interface FieldProps {
  readonly type: 'text' | 'url' | 'number' | 'file' | 'datetime-local';
  readonly required?: boolean;
  readonly readOnly?: boolean;
  readonly disabled?: boolean;
  readonly min?: number | string;
  readonly max?: number | string;
  readonly step?: number;
  readonly maxLength?: number;
  readonly accept?: string;
  readonly defaultValue?: string;
  readonly label: string;
  readonly name: string;
  readonly hint?: string;
  readonly problems: Problems;
}

export function Field({ label, name, hint, problems, ...input }: FieldProps): VNode {
  const problem = problems[name];
  // Preact's types have another shape for each type.
  const rest = input as { type: 'text' };
  const described = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={`field-${name}`}>{label}</label>
      <input
        id={`field-${name}`}
        name={name}
        aria-invalid={problem !== undefined}
        aria-describedby={described || undefined}
        {...rest}
      />
      <div>
        {hint && (
          <p class="field-hint" id={`${name}-hint`}>
            {hint}
          </p>
        )}
        {problem && (
          <p class="field-problem" id={`${name}-problem`}>
            {problem}
          </p>
        )}
      </div>
    </div>
  );
}

interface CheckboxProps {
  readonly label: string;
  readonly name: string;
  readonly isOn: boolean;
  readonly disabled: boolean;
}

export const Checkbox = ({ label, isOn, ...input }: CheckboxProps): VNode => (
  <label class="check">
    <input type="checkbox" defaultChecked={isOn} {...input} /> <span>{label}</span>
  </label>
);

export interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly value: string | undefined;
  /** The text for no choice; empty: a choice is required. */
  readonly any?: string;
  readonly choices: readonly (readonly [value: string, text: string])[];
  readonly required?: boolean;
  readonly onChange?: (value: string) => void;
}

export const Choice = ({ name, label, value, any = 'Any', choices, required, onChange }: ChoiceProps): VNode => (
  <label>
    {label}{' '}
    <select
      name={name}
      required={required}
      value={value ?? ''}
      onChange={(event) => onChange?.(event.currentTarget.value)}
    >
      {any !== '' && <option value="">{any}</option>}
      {choices.map(([each, text]) => (
        <option key={each} value={each} selected={each === value}>
          {text}
        </option>
      ))}
    </select>
  </label>
);

/** Choices whose texts are their values. */
export const itself = (values: readonly string[]): [string, string][] => values.map((each) => [each, each]);

interface ConfirmProps<Name extends CallName> {
  /** Its first word is the answer. */
  readonly title: string;
  readonly children: ComponentChildren;
  readonly action: Name;
  readonly params: CallParams<Name>;
  readonly onDone: (result: CallResult<Name>) => void;
  readonly onClose: () => void;
}

/** Stays open, with the reason, when the action fails. */
export function Confirm<Name extends CallName>(props: ConfirmProps<Name>): VNode {
  const { title, children, onDone, onClose } = props;
  const action = useAction(props.action, (result) => {
    onClose();
    onDone(result);
  });
  return (
    <Question
      title={title}
      yes={title.replace(/ .*/, '')}
      no="Cancel"
      problem={action.problem ?? ''}
      busy={action.isBusy}
      onYes={() => action.run(props.params)}
      onClose={onClose}
    >
      {children}
    </Question>
  );
}

interface ConfirmButtonProps<Name extends CallName> extends Omit<ConfirmProps<Name>, 'onClose'> {
  readonly label: string;
  /** Screen readers read it. */
  readonly fullLabel?: string;
  readonly isDanger?: boolean;
}

/** Nothing where the action is not allowed. */
export function ConfirmButton<Name extends CallName>(props: ConfirmButtonProps<Name>): VNode | null {
  const { label, fullLabel, isDanger = false, ...confirm } = props;
  const [isAsking, setAsking] = useState(false);
  if (!may(confirm.action)) return null;
  return (
    <>
      <button
        type="button"
        class={isDanger ? 'danger' : undefined}
        aria-label={fullLabel}
        onClick={() => setAsking(true)}
      >
        {label}
      </button>
      {isAsking && <Confirm {...confirm} onClose={() => setAsking(false)} />}
    </>
  );
}
