import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CallResult } from '@authly/service/operator/wire/calls.ts';
import { Question } from '@authly/ui/question.tsx';
import { may } from '../api.ts';
import { useAction } from '../hooks.ts';
import { Problem, Said } from '../parts/elements.tsx';
import { ConfirmButton, givenFile } from '../parts/forms.tsx';
import { useForm } from '../parts/use-form.ts';
import { changedSettings, GROUPS, LogoField, SettingInput } from './merchant-fields.tsx';

/** Before users are shut out. */
const QUESTIONS = {
  off: { title: 'Stop binding devices?', yes: 'Stop binding', who: 'with' },
  required: { title: 'Require bound devices?', yes: 'Require devices', who: 'without' },
} as const;

interface MerchantSettingsFormProps extends Pick<CallResult<'merchant details'>, 'merchant' | 'settings'> {
  readonly onSaved: (said: string) => void;
}

/** Sends only the changed settings. */
export function MerchantSettingsForm({ merchant, settings, onSaved }: MerchantSettingsFormProps): VNode {
  const [said, setSaid] = useState('');
  const [asked, setAsked] = useState<Record<string, unknown>>();
  const { merchant_id } = merchant;
  const saved = (): void => onSaved('Saved. Running services apply it within 5 seconds.');
  const saving = useAction('merchant set', saved);
  const send = async (form: HTMLFormElement): Promise<void> => {
    const logo = await givenFile(form, 'logo');
    const changed: Record<string, unknown> = { ...(await changedSettings(form, settings)), ...(logo && { logo }) };
    const isNothing = Object.keys(changed).length === 0;
    setSaid(isNothing ? 'Nothing was changed.' : '');
    if (String(changed['deviceBinding']) in QUESTIONS) setAsked(changed);
    else if (!isNothing) saving.run({ merchant_id, ...changed });
  };
  const question = asked && QUESTIONS[asked['deviceBinding'] as keyof typeof QUESTIONS];
  const { form, problems, problem } = useForm(saving, (element) => void send(element));
  return (
    <form {...form}>
      {GROUPS.map(([title, isIn]) => (
        <fieldset key={title}>
          <legend>{title}</legend>
          <div class="settings">
            {settings.filter(isIn).map((setting) => (
              // Only a field whose saved value changes loses what was typed.
              <SettingInput
                key={`${setting.name} ${setting.value}`}
                setting={setting}
                problems={problems}
                readOnly={!may('merchant set')}
              />
            ))}
            {title === 'Identity' && (
              <LogoField
                problems={problems}
                disabled={!may('merchant set')}
                hint={merchant.logo === 'none' ? 'None.' : 'A logo is set.'}
              />
            )}
          </div>
        </fieldset>
      ))}
      {may('merchant set') && (
        <div class="actions">
          <button type="submit" class="main" disabled={saving.isBusy}>
            {saving.isBusy ? 'Saving …' : 'Save'}
          </button>
          {merchant.bio_ca === 'own' && (
            <ConfirmButton
              label="Use public CAs …"
              title="Drop the private CA?"
              action="merchant set"
              params={{ merchant_id, bioCaPem: null }}
              onDone={saved}
            >
              Calls to the Bio API fail unless a public CA issued its certificate. To undo this you need the file again.
            </ConfirmButton>
          )}
          {merchant.logo !== 'none' && (
            <ConfirmButton
              label="Remove logo …"
              title="Remove the logo?"
              action="merchant set"
              params={{ merchant_id, logo: null }}
              onDone={saved}
            >
              Users no longer see it.
            </ConfirmButton>
          )}
        </div>
      )}
      <Problem text={problem} />
      <Said text={said} />
      {question && (
        <Question
          title={question.title}
          yes={question.yes}
          no="Cancel"
          onYes={() => {
            setAsked(undefined);
            saving.run({ merchant_id, ...asked, yes: true });
          }}
          onClose={() => setAsked(undefined)}
        >
          {`Users ${question.who} a bound device can no longer verify. They have to enroll again, and nobody knows how many they are: Authly keeps no list of devices.`}
        </Question>
      )}
    </form>
  );
}
