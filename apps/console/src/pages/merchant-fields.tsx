import type { VNode } from 'preact';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { Checkbox, Field, formText, givenFile, type GivenFile } from '../parts/forms.tsx';
import { isChanged, type FormInput } from '../parts/use-form.ts';

export type SettingField = CallResult<'merchant form'>[number];

type IsIn = (setting: SettingField) => boolean;
const isBio: IsIn = ({ name }) => name.startsWith('bio');
const isSwitch: IsIn = ({ type }) => type === 'boolean';
const isApp: IsIn = (setting) => isSwitch(setting) || setting.type === 'choice';
const isText: IsIn = (setting) => !isBio(setting) && !isApp(setting) && setting.type !== 'integer';

/** A new setting needs no change here. */
export const GROUPS: readonly [title: string, isIn: IsIn][] = [
  ['Identity', isText],
  ['App', isApp],
  ['Bio API', isBio],
  ['Sessions and limits', (setting) => !isBio(setting) && !isText(setting) && !isApp(setting)],
];

interface LogoFieldProps {
  readonly problems: Readonly<Record<string, string>>;
  readonly hint: string;
  readonly disabled?: boolean;
}

export const LogoField = (props: LogoFieldProps): VNode => (
  <Field label="Logo (PNG, at most 32 KiB)" name="logo" type="file" accept="image/png" {...props} />
);

interface SettingInputProps {
  readonly setting: SettingField;
  readonly problems: Readonly<Record<string, string>>;
  readonly readOnly?: boolean;
}

export function SettingInput({ setting, problems, readOnly = false }: SettingInputProps): VNode {
  const { name, type, label, bounds, choices, isRequired, value } = setting;
  const [min, max] = bounds;
  if (type === 'certificate')
    return (
      <Field
        label={`${label} (PEM file)`}
        name={name}
        problems={problems}
        type="file"
        accept=".pem,.crt,.cer"
        disabled={readOnly}
        hint={value === null ? 'Public CAs are trusted. Choose a file for a private CA.' : 'A private CA is set.'}
      />
    );
  if (isSwitch(setting)) return <Checkbox label={label} name={name} isOn={value === true} disabled={readOnly} />;
  if (type === 'choice')
    return (
      <div class="field">
        <label for={`field-${name}`}>{label}</label>
        <select id={`field-${name}`} name={name} disabled={readOnly}>
          {choices.map((each) => (
            // Preact's types lack this property.
            <option {...({ defaultSelected: each === value } as object)}>{each}</option>
          ))}
        </select>
      </div>
    );
  const input =
    type === 'integer'
      ? ({ type: 'number', min, max, step: 1 } as const)
      : ({ type: type === 'text' ? 'text' : 'url', maxLength: max } as const);
  const hint = type === 'integer' ? { hint: `${min.toLocaleString('en')} to ${max.toLocaleString('en')}` } : {};
  return (
    <Field
      label={label}
      name={name}
      problems={problems}
      defaultValue={String(value ?? '')}
      readOnly={readOnly}
      required={isRequired}
      {...input}
      {...hint}
    />
  );
}

export async function changedSettings(
  form: HTMLFormElement,
  settings: readonly SettingField[],
): Promise<Record<string, unknown>> {
  const changed: Record<string, unknown> = {};
  for (const setting of settings) {
    const now = await valueIn(form, setting);
    const input = form.elements.namedItem(setting.name) as FormInput;
    // The settings are old if they could not be read after a save.
    if (now !== undefined && (now !== setting.value || isChanged(input))) changed[setting.name] = now;
  }
  return changed;
}

/** Returns undefined if no file was chosen. */
async function valueIn(
  form: HTMLFormElement,
  setting: SettingField,
): Promise<SettingField['value'] | GivenFile | undefined> {
  const { name, type } = setting;
  if (type === 'certificate') return givenFile(form, name);
  // A checkbox that is off is not in the form's data.
  if (isSwitch(setting)) return new FormData(form).has(name);
  const text = formText(form, name);
  return type === 'integer' ? Number(text) : text || null;
}
