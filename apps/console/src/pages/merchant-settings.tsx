import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { MerchantDetails } from '@authly/service/operator/console/wire.ts';
import { post } from '../api.ts';
import { useAction } from '../hooks.ts';
import { Problem, Said } from '../parts/elements.tsx';
import { useForm } from '../parts/use-form.ts';
import { changedSettings, GROUPS, LogoField, logoIn, SettingInput } from './merchant-fields.tsx';

interface MerchantSettingsFormProps extends MerchantDetails {
  readonly mayAct: boolean;
  readonly onSaved: (said: string) => void;
}

/** Only what was changed is sent. Running services see it within seconds. */
export function MerchantSettingsForm({ merchant, settings, mayAct, onSaved }: MerchantSettingsFormProps): VNode {
  const [said, setSaid] = useState('');
  const path = `/api/merchants/${encodeURIComponent(merchant.merchant_id)}`;
  const saved = (): void => onSaved('Saved. Running services apply it within 5 seconds.');
  const saving = useAction(saved);
  // Their own, as they save nothing of what stands in the form.
  const removing = useAction(saved);
  const send = async (form: HTMLFormElement): Promise<void> => {
    const changed = await changedSettings(form, settings);
    const logo = await logoIn(form);
    const isNothing = Object.keys(changed).length === 0 && logo === undefined;
    setSaid(isNothing ? 'Nothing was changed.' : '');
    if (isNothing) return;
    const saveLogo = logo && ((): Promise<unknown> => post(`${path}/logo`, { logo }));
    if (Object.keys(changed).length === 0) saving.run(`${path}/logo`, { logo });
    else saving.run(`${path}/settings`, changed, saveLogo);
  };
  const { form, problems, problem } = useForm(saving, (element) => void send(element));
  return (
    <form {...form}>
      {GROUPS.map(([title, isIn]) => (
        <fieldset key={title}>
          <legend>{title}</legend>
          <div class="settings">
            {settings.filter(isIn).map((setting) => (
              <SettingInput key={setting.name} setting={setting} problems={problems} readOnly={!mayAct} />
            ))}
            {title === 'Identity' && (
              <LogoField
                problems={problems}
                disabled={!mayAct}
                hint={merchant.logo === 'none' ? 'None.' : 'A logo is set.'}
              />
            )}
          </div>
        </fieldset>
      ))}
      {mayAct && (
        <div class="actions">
          <button type="submit" class="main" disabled={saving.isBusy}>
            {saving.isBusy ? 'Saving …' : 'Save'}
          </button>
          {merchant.bio_ca === 'own' && (
            <button type="button" onClick={() => removing.run(`${path}/settings`, { bioCaPem: null })}>
              Use public CAs
            </button>
          )}
          {merchant.logo !== 'none' && (
            <button type="button" onClick={() => removing.run(`${path}/logo`, { logo: null })}>
              Remove logo
            </button>
          )}
        </div>
      )}
      <Problem text={problem ?? removing.problem} />
      <Said text={said} />
    </form>
  );
}
