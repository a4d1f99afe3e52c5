import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CallResult } from '@authly/service/operator/wire/calls.ts';
import { useAction } from '../hooks.ts';
import { Problem } from '../parts/elements.tsx';
import { formText } from '../parts/forms.tsx';
import { MerchantChoice, SessionsTable } from '../parts/sessions-table.tsx';

/** The reference is not in the address, so the browser's history does not keep it. */
export function SessionsOfUser(): VNode {
  const [merchant, setMerchant] = useState('');
  const [found, setFound] = useState<CallResult<'sessions of-user'>>();
  const finding = useAction('sessions of-user', setFound);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    finding.run({ merchant, user_ref: formText(form, 'user_ref') });
  };
  return (
    <details class="search">
      <summary>Find by user reference</summary>
      <form onSubmit={submit}>
        <div class="search-fields">
          <MerchantChoice
            name="of"
            label="Merchant of the user"
            value={merchant}
            any="Choose …"
            required
            onChange={setMerchant}
          />
          <label>
            User reference <input name="user_ref" required maxLength={256} autocomplete="off" />
          </label>
          <button type="submit" disabled={finding.isBusy}>
            Find
          </button>
        </div>
        <p class="soft">
          Exactly this reference, in the newest sessions of the merchant (SQLite: 10,000, Postgres: 100,000). The audit
          log records that you searched, not the reference.
        </p>
      </form>
      <Problem text={finding.problem} />
      {found && <SessionsTable sessions={found} caption="Sessions of this user" />}
    </details>
  );
}
