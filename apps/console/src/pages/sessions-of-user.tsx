import type { TargetedSubmitEvent, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useAction } from '../hooks.ts';
import { Problem } from '../parts/elements.tsx';
import { formText } from '../parts/forms.tsx';
import { MerchantChoice } from '../parts/merchants.tsx';
import { SessionsTable } from '../parts/sessions-table.tsx';

/** The reference is not in the address, so the browser's history does not keep it. */
export function SessionsOfUser(): VNode {
  const [merchant, setMerchant] = useState('');
  const { isBusy, result, problem, run, forget } = useAction('sessions of-user');
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    run({ merchant, user_ref: formText(event.currentTarget, 'user_ref') });
  };
  return (
    <details class="search">
      <summary>Find by user reference</summary>
      {/* What was found belongs to the reference that was asked for. */}
      <form onSubmit={submit} onInput={forget}>
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
          <button type="submit" aria-disabled={isBusy}>
            Find
          </button>
        </div>
        <p class="soft">
          Exactly this reference, in the newest sessions of the merchant (SQLite: 10,000, Postgres: 100,000). The audit
          log records that you searched, not the reference.
        </p>
      </form>
      <Problem text={problem} />
      {result && <SessionsTable sessions={result} caption="Sessions of this user" />}
    </details>
  );
}
