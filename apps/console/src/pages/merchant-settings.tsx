import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { Question } from '@authly/ui/question.tsx';
import { may } from '../api.ts';
import { useAction } from '../hooks.ts';
import { ConfirmButton } from '../parts/actions.tsx';
import { Problem } from '../parts/elements.tsx';
import { Field } from '../parts/forms.tsx';
import { usePage } from '../parts/page.tsx';
import { useForm } from '../parts/use-form.ts';
import { changedSettings, GROUPS, LogoField, PEM, SettingInput, WebhookField } from './merchant-fields.tsx';
import { secretOf } from './merchant-webhook.tsx';

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

/** What is set, and the form for those who may change it. */
export const Settings = (details: CallResult<'merchant details'>): VNode => (
  <>
    {may('merchant set') && (
      <details>
        <summary>Edit</summary>
        <SettingsForm {...details} />
      </details>
    )}
    <dl class="values">
      {details.settings.map(({ name, label, value }) => (
        <div key={name}>
          <dt>{label.replace(NO_LIMIT, '')}</dt>
          <dd>{value === 0 && label.endsWith(NO_LIMIT) ? 'no limit' : inWords(value)}</dd>
        </div>
      ))}
      <div>
        <dt>Logo</dt>
        <dd>{inWords(details.merchant.logo !== 'none')}</dd>
      </div>
    </dl>
  </>
);

const NO_LIMIT = ' (0: no limit)';
const WORDS = new Map<unknown, string>([
  [null, 'none'],
  [true, 'yes'],
  [false, 'no'],
]);
const inWords = (value: string | number | boolean | null): string => WORDS.get(value) ?? String(value);

/** Sends only the changed settings. */
function SettingsForm({ merchant, settings, webhook }: CallResult<'merchant details'>): VNode {
  const { say, show } = usePage();
  const [asked, setAsked] = useState<Record<string, unknown>>();
  const { merchant_id } = merchant;
  const saved = (result: CallResult<'merchant set'>): void => {
    // Only the first one of a webhook is new.
    if (result.webhook_secret !== undefined) show(secretOf(result.webhook_secret));
    say(SAVED);
  };
  const saving = useAction('merchant set');
  const send = async (form: HTMLFormElement): Promise<void> => {
    const changed = await changedSettings(form, settings);
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
              <SettingInput key={setting.name} setting={setting} problems={problems} />
            ))}
            {title === 'Identity' && (
              <LogoField problems={problems} hint={merchant.logo === 'none' ? 'None.' : 'A logo is set.'} />
            )}
          </div>
        </fieldset>
      ))}
      <fieldset>
        <legend>Webhook</legend>
        <div class="settings">
          <WebhookField
            problems={problems}
            hint={webhook === null ? 'None.' : `Empty: it stays at ${webhook.origin}.`}
          />
          <Field
            label="Webhook CA (PEM file)"
            name="webhookCa"
            type="file"
            accept={PEM}
            problems={problems}
            hint="Only for a private CA."
          />
        </div>
      </fieldset>
      <div class="actions">
        <button type="submit" class="main" aria-disabled={saving.isBusy}>
          {saving.isBusy ? 'Saving …' : 'Save'}
        </button>
        {REMOVALS.filter(({ isThere }) => isThere(merchant)).map(({ text, setting, ...words }) => (
          <ConfirmButton
            key={words.label}
            {...words}
            action="merchant set"
            params={{ merchant_id, ...setting }}
            says={SAVED}
          >
            {text}
          </ConfirmButton>
        ))}
      </div>
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
