import type { VNode } from 'preact';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { Checkbox, Field, formText, givenFile, type GivenFile } from '../parts/forms.tsx';
import { isChanged, type FormInput, type Problems } from '../parts/use-form.ts';

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

export const PEM = '.pem,.crt,.cer';

interface InputProps {
  readonly problems: Problems;
  readonly hint: string;
}

export const LogoField = (props: InputProps): VNode => (
  <Field label="Logo (PNG, at most 32 KiB)" name="logo" type="file" accept="image/png" {...props} />
);

export const WebhookField = (props: InputProps): VNode => (
  <Field label="Webhook URL" name="webhookUrl" type="url" maxLength={2048} {...props} />
);

export function SettingInput({ setting, problems }: { setting: SettingField; problems: Problems }): VNode {
  const { name, type, label, bounds, choices, isRequired, value } = setting;
  const [min, max] = bounds;
  if (type === 'certificate')
    return (
      <Field
        label={`${label} (PEM file)`}
        name={name}
        problems={problems}
        type="file"
        accept={PEM}
        hint={value === null ? 'Public CAs are trusted. Choose a file for a private CA.' : 'A private CA is set.'}
      />
    );
  if (isSwitch(setting)) return <Checkbox label={label} name={name} isOn={value === true} />;
  if (type === 'choice')
    return (
      <div class="field">
        <label for={`field-${name}`}>{label}</label>
        <select id={`field-${name}`} name={name}>
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
      required={isRequired}
      {...input}
      {...hint}
    />
  );
}

/** With the files and the webhook of the form. */
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
  for (const name of ['logo', 'webhookCa']) {
    const file = await givenFile(form, name);
    if (file !== undefined) changed[name] = file;
  }
  const webhookUrl = formText(form, 'webhookUrl');
  if (webhookUrl !== '' && isChanged(form.elements.namedItem('webhookUrl') as FormInput))
    changed['webhookUrl'] = webhookUrl;
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
