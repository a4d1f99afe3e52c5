import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { MerchantDetails } from '@authly/service/console/wire.ts';
import { post } from '../api.ts';
import { useAction } from '../hooks.ts';
import { Problem, Said } from '../parts/elements.tsx';
import { Field, useForm } from '../parts/forms.tsx';
import { changedSettings, LOGO_ACCEPT, logoIn, SettingInput } from './merchant-fields.tsx';

interface MerchantSettingsFormProps extends MerchantDetails {
  readonly mayAct: boolean;
  readonly onSaved: (said: string) => void;
}

/** Only what was changed is sent. Running services see it within seconds. */
export function MerchantSettingsForm({ merchant, settings, mayAct, onSaved }: MerchantSettingsFormProps): VNode {
  const [said, setSaid] = useState('');
  const path = `/api/merchants/${encodeURIComponent(merchant.merchant_id)}`;
  const saving = useAction(() => onSaved('Saved. Running services apply it within 5 seconds.'));
  const send = async (form: HTMLFormElement): Promise<void> => {
    const changed = await changedSettings(form, settings);
    const logo = await logoIn(form);
    const isNothing = Object.keys(changed).length === 0 && logo === undefined;
    setSaid(isNothing ? 'Nothing was changed.' : '');
    if (isNothing) return;
    if (Object.keys(changed).length === 0) saving.run(`${path}/logo`, { logo });
    else {
      if (logo !== undefined) await post(`${path}/logo`, { logo });
      saving.run(`${path}/settings`, changed);
    }
  };
  const { form, problems, problem } = useForm(saving, (element) => void send(element));
  return (
    <form class="settings" {...form}>
      {settings.map((setting) => (
        <SettingInput key={setting.name} setting={setting} problems={problems} readOnly={!mayAct} />
      ))}
      <Field
        label="Logo (PNG or WebP, at most 32 KiB)"
        name="logo"
        type="file"
        accept={LOGO_ACCEPT}
        problems={problems}
        disabled={!mayAct}
        hint={merchant.logo === 'none' ? 'None.' : 'A logo is set.'}
      />
      {mayAct && (
        <div class="actions">
          <button type="submit" class="small main" disabled={saving.isBusy}>
            {saving.isBusy ? 'Saving …' : 'Save'}
          </button>
          {merchant.bio_ca === 'own' && (
            <button type="button" class="small" onClick={() => saving.run(`${path}/settings`, { bioCaPem: null })}>
              Use public CAs
            </button>
          )}
          {merchant.logo !== 'none' && (
            <button type="button" class="small" onClick={() => saving.run(`${path}/logo`, { logo: null })}>
              Remove logo
            </button>
          )}
        </div>
      )}
      <Problem text={problem} />
      <Said text={said} />
    </form>
  );
}
