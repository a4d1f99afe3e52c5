import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { MerchantDetails } from '@authly/service/console/wire.ts';
import { useAction } from '../hooks.ts';
import { Problem } from '../parts/elements.tsx';

interface Setting {
  readonly name: string;
  readonly label: string;
  readonly value: string | number;
}

function settingsOf({ merchant }: MerchantDetails): Setting[] {
  const { rate_limits: limits } = merchant;
  return [
    { name: 'name', label: 'Name', value: merchant.name },
    { name: 'bioBaseUrl', label: 'Bio base address', value: merchant.bio_base_url },
    { name: 'bioTimeoutMs', label: 'Deadline of one attempt, ms', value: merchant.bio_timeout_ms },
    { name: 'bioRetries', label: 'Retries', value: merchant.bio_retries },
    { name: 'sessionLifetimeS', label: 'Session lifetime, s', value: merchant.session_lifetime_s },
    { name: 'attemptsPerHour', label: 'Failed verifications an hour (0: any)', value: merchant.attempts_per_hour },
    { name: 'limitCreate', label: 'Creations a minute (0: any)', value: limits.createPerMerchant ?? 0 },
    { name: 'limitCreatePerUser', label: 'Creations a minute and user', value: limits.createPerUserRef ?? 0 },
    { name: 'limitResult', label: 'Result look-ups a minute', value: limits.resultPerMerchant ?? 0 },
    {
      name: 'limitResultPerSession',
      label: 'Result look-ups a minute and session',
      value: limits.resultPerSession ?? 0,
    },
  ];
}

/** Only what was changed is sent. Running services see it within seconds. */
export function MerchantSettingsForm(props: MerchantDetails & { mayAct: boolean; onSaved: () => void }): VNode {
  const { merchant, bounds, mayAct, onSaved } = props;
  const settings = settingsOf(props);
  const [said, setSaid] = useState('');
  const saving = useAction(onSaved);
  const save = (event: SubmitEvent): void => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    const changed = settings
      .map(({ name, value }) => [name, typeof value === 'number' ? Number(fields.get(name)) : fields.get(name), value])
      .filter(([, now, before]) => now !== before)
      .map(([name, now]) => [name, now]);
    setSaid(changed.length === 0 ? 'Nothing was changed.' : '');
    if (changed.length > 0)
      saving.run(`/api/merchants/${encodeURIComponent(merchant.merchant_id)}/settings`, Object.fromEntries(changed));
  };
  return (
    <form class="settings" onSubmit={save}>
      {settings.map(({ name, label, value }) => (
        <label key={name}>
          {label}
          <input
            name={name}
            defaultValue={String(value)}
            readOnly={!mayAct}
            required
            {...(typeof value === 'number'
              ? { type: 'number', min: bounds[name]?.[0], max: bounds[name]?.[1], step: 1 }
              : { type: 'text', maxLength: 2048 })}
          />
        </label>
      ))}
      <p class="soft">
        CA of its Bio API: {merchant.bio_ca}. Logo: {merchant.logo === 'none' ? 'none' : 'set'}. Both are set by authly
        merchant set.
      </p>
      {mayAct && (
        <button type="submit" class="small">
          Save
        </button>
      )}
      <Problem text={saving.problem} />
      <p role="status">{said}</p>
    </form>
  );
}
