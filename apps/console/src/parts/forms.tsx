import { Question } from '@authly/ui/question.tsx';
import type { ComponentChildren, RefObject, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useAction, type Action } from '../hooks.ts';
import { markAsSaved, watchForm } from './unsaved.ts';

/** The trimmed text of a field. */
export function formText(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** The chosen file; undefined: none. */
export function formFile(form: HTMLFormElement, name: string): File | undefined {
  const value = new FormData(form).get(name);
  return value instanceof File && value.size > 0 ? value : undefined;
}

/** The value of a `datetime-local` field; empty for what is not a time. */
export function localTime(iso: string | undefined): string {
  const date = new Date(iso || Number.NaN);
  if (Number.isNaN(date.getTime())) return '';
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** By the name of the field. */
type Problems = Readonly<Record<string, string>>;

interface CheckedForm {
  readonly problems: Problems;
  /** A refusal that no field has. */
  readonly problem: string | undefined;
  /** For the `form` element. */
  readonly form: {
    readonly ref: RefObject<HTMLFormElement | null>;
    readonly noValidate: true;
    readonly onSubmit: (event: SubmitEvent) => void;
    readonly onInput: (event: InputEvent) => void;
  };
}

/** What the browser or the server finds wrong is said at its field, and the first such field gets the focus. Unsaved changes are not lost unasked. */
export function useForm(
  action: Pick<Action, 'problem' | 'field' | 'isDone'>,
  send: (form: HTMLFormElement) => void,
): CheckedForm {
  const ref = useRef<HTMLFormElement>(null);
  const [own, setOwn] = useState<Problems>({});
  const { problem, field, isDone } = action;
  const isKnown = field !== undefined && ref.current?.elements.namedItem(field) != null;
  const [mended, setMended] = useState<readonly string[]>([]);
  const found = isKnown ? { ...own, [field]: problem ?? '' } : own;
  const problems = Object.fromEntries(Object.entries(found).filter(([name]) => !mended.includes(name)));
  useEffect(() => ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [own, problem, field]);
  useEffect(() => (ref.current === null ? undefined : watchForm(ref.current)), []);
  useEffect(() => {
    if (isDone && ref.current !== null) markAsSaved(ref.current);
  }, [isDone]);
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const wrong = problemsIn(ref.current!);
    setOwn(wrong);
    setMended([]);
    if (Object.keys(wrong).length === 0) send(ref.current!);
  };
  // What was wrong with a field is not said of what is typed now.
  const onInput = ({ target }: InputEvent): void => setMended((names) => [...names, (target as HTMLInputElement).name]);
  return { problems, problem: isKnown ? undefined : problem, form: { ref, noValidate: true, onSubmit, onInput } };
}

const problemsIn = (form: HTMLFormElement): Problems =>
  Object.fromEntries(
    [...form.elements]
      .filter((each) => each instanceof HTMLInputElement)
      .filter(({ validity }) => !validity.valid)
      .map(({ name, validationMessage }) => [name, validationMessage]),
  );

interface FieldProps {
  readonly type: 'text' | 'url' | 'number' | 'file' | 'datetime-local';
  readonly required?: boolean;
  readonly readOnly?: boolean;
  readonly disabled?: boolean;
  readonly min?: number | string;
  readonly max?: number;
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

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly value: string | undefined;
  /** What no choice is called. */
  readonly any?: string;
  readonly choices: readonly (readonly [value: string, text: string])[];
  readonly onChange?: (value: string) => void;
}

export const Choice = ({ name, label, value, any = 'Any', choices, onChange }: ChoiceProps): VNode => (
  <label>
    {label}{' '}
    <select name={name} value={value ?? ''} onChange={(event) => onChange?.(event.currentTarget.value)}>
      {any !== '' && <option value="">{any}</option>}
      {choices.map(([each, text]) => (
        <option key={each} value={each} selected={each === value}>
          {text}
        </option>
      ))}
    </select>
  </label>
);

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
