import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { MerchantDetails } from '@authly/service/console/wire.ts';
import { useAction } from '../hooks.ts';
import { Problem } from '../parts/elements.tsx';

/** Only what was changed is sent. Running services see it within seconds. */
export function MerchantSettingsForm(props: MerchantDetails & { mayAct: boolean; onSaved: () => void }): VNode {
  const { merchant, settings, mayAct, onSaved } = props;
  const [said, setSaid] = useState('');
  const saving = useAction(onSaved);
  const save = (event: SubmitEvent): void => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    const changed = settings
      .map(({ name, type, value }) => [
        name,
        type === 'integer' ? Number(fields.get(name)) : fields.get(name) || null,
        value,
      ])
      .filter(([, now, before]) => now !== before)
      .map(([name, now]) => [name, now]);
    setSaid(changed.length === 0 ? 'Nothing was changed.' : '');
    if (changed.length > 0)
      saving.run(`/api/merchants/${encodeURIComponent(merchant.merchant_id)}/settings`, Object.fromEntries(changed));
  };
  return (
    <form class="settings" onSubmit={save}>
      {settings.map(({ name, type, label, bounds: [min, max], isRequired, value }) => (
        <label key={name}>
          {label}
          <input
            name={name}
            defaultValue={String(value ?? '')}
            readOnly={!mayAct}
            required={isRequired}
            {...(type === 'integer' ? { type: 'number', min, max, step: 1 } : { type: 'text', maxLength: max })}
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
