import type { CallParams } from '@authly/service/operator/console/calls.ts';
import type { InputHTMLAttributes, LooseInputHTMLAttributes, VNode } from 'preact';
import { base64Of } from './files.ts';
import type { Problems } from './use-form.ts';

export function formText(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value.trim() : '';
}

export type GivenFile = NonNullable<CallParams<'merchant add'>['logo']>;

/** Returns undefined if no file is chosen. */
export async function givenFile(form: HTMLFormElement, name: string): Promise<GivenFile | undefined> {
  const file = new FormData(form).get(name);
  return file instanceof File && file.size > 0 ? { name: file.name, base64: await base64Of(file) } : undefined;
}

/** The `max` of a `datetime-local` field: browsers allow years of more digits, which `Date` cannot read. */
export const LAST_LOCAL_TIME = '9999-12-31T23:59';

/** Returns the value of a `datetime-local` field, which is empty for an invalid time. */
export function localTime(iso: string | undefined): string {
  const date = new Date(iso || Number.NaN);
  if (Number.isNaN(date.getTime())) return '';
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

interface FieldProps extends LooseInputHTMLAttributes {
  readonly label: string;
  readonly name: string;
  readonly hint?: string;
  readonly problems: Problems;
}

export function Field({ label, name, hint, problems, ...input }: FieldProps): VNode {
  const problem = problems[name];
  const described = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={`field-${name}`}>{label}</label>
      <input
        id={`field-${name}`}
        name={name}
        aria-invalid={problem !== undefined}
        aria-describedby={described || undefined}
        // Preact's types have another shape for each type.
        {...(input as InputHTMLAttributes)}
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

export const Checkbox = ({ label, isOn, ...input }: { label: string; name: string; isOn: boolean }): VNode => (
  <label class="check">
    <input type="checkbox" defaultChecked={isOn} {...input} /> <span>{label}</span>
  </label>
);

export interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly value: string | undefined;
  /** The text for no choice. If it is empty, a choice is required. */
  readonly any?: string;
  readonly choices: readonly (readonly [value: string, text: string])[];
  readonly required?: boolean;
  /** Without it `value` is the first choice only, and the browser keeps a later one. */
  readonly onChange?: (value: string) => void;
}

export const Choice = ({ name, label, value = '', any = 'Any', choices, required, onChange }: ChoiceProps): VNode => (
  <label>
    {label}{' '}
    <select
      name={name}
      required={required}
      {...(onChange && { value, onChange: ({ currentTarget }) => onChange(currentTarget.value) })}
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
