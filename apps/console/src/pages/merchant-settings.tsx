import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { Question } from '@authly/ui/question.tsx';
import { may } from '../api.ts';
import { useAction } from '../hooks.ts';
import { ConfirmButton } from '../parts/actions.tsx';
import { Problem } from '../parts/elements.tsx';
import { givenFile } from '../parts/forms.tsx';
import { usePage } from '../parts/page.tsx';
import { useForm } from '../parts/use-form.ts';
import { changedSettings, GROUPS, LogoField, SettingInput } from './merchant-fields.tsx';

/** Before users are shut out. */
const QUESTIONS = {
  off: { title: 'Stop binding devices?', yes: 'Stop binding', who: 'with' },
  required: { title: 'Require bound devices?', yes: 'Require devices', who: 'without' },
} as const;

const SAVED = 'Saved. Running services apply it within 5 seconds.';

type Merchant = CallResult<'merchant details'>['merchant'];
const REMOVALS = [
  {
    isThere: ({ bio_ca }: Merchant) => bio_ca === 'own',
    label: 'Use public CAs …',
    title: 'Drop the private CA?',
    setting: { bioCaPem: null },
    text: 'Calls to the Bio API fail unless a public CA issued its certificate. To undo this you need the file again.',
  },
  {
    isThere: ({ logo }: Merchant) => logo !== 'none',
    label: 'Remove logo …',
    title: 'Remove the logo?',
    setting: { logo: null },
    text: 'Users no longer see it.',
  },
];

/** Sends only the changed settings. */
export function MerchantSettingsForm({ merchant, settings }: CallResult<'merchant details'>): VNode {
  const { say } = usePage();
  const [asked, setAsked] = useState<Record<string, unknown>>();
  const { merchant_id } = merchant;
  const saved = (): void => say(SAVED);
  const saving = useAction('merchant set');
  const send = async (form: HTMLFormElement): Promise<void> => {
    const logo = await givenFile(form, 'logo');
    const changed: Record<string, unknown> = { ...(await changedSettings(form, settings)), ...(logo && { logo }) };
    const isNothing = Object.keys(changed).length === 0;
    say(isNothing ? 'Nothing was changed.' : '');
    if (String(changed['deviceBinding']) in QUESTIONS) setAsked(changed);
    else if (!isNothing) saving.run({ merchant_id, ...changed }, saved);
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
              <SettingInput key={setting.name} setting={setting} problems={problems} readOnly={!may('merchant set')} />
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
          <button type="submit" class="main" aria-disabled={saving.isBusy}>
            {saving.isBusy ? 'Saving …' : 'Save'}
          </button>
          {REMOVALS.filter(({ isThere }) => isThere(merchant)).map(({ label, title, setting, text }) => (
            <ConfirmButton
              key={label}
              label={label}
              title={title}
              action="merchant set"
              params={{ merchant_id, ...setting }}
              says={SAVED}
            >
              {text}
            </ConfirmButton>
          ))}
        </div>
      )}
      <Problem text={problem} />
      {question && (
        <Question
          title={question.title}
          yes={question.yes}
          no="Cancel"
          onYes={() => {
            setAsked(undefined);
            saving.run({ merchant_id, ...asked, yes: true }, saved);
          }}
          onClose={() => setAsked(undefined)}
        >
          {`Users ${question.who} a bound device can no longer verify. They have to enroll again, and nobody knows how many they are: Authly keeps no list of devices.`}
        </Question>
      )}
    </form>
  );
}
