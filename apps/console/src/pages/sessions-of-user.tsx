import type { TargetedSubmitEvent, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ownMerchantId } from '../api.ts';
import { useAction } from '../hooks.ts';
import { Problem } from '../parts/elements.tsx';
import { formText } from '../parts/forms.tsx';
import { MerchantChoice } from '../parts/merchants.tsx';
import { SessionsTable } from '../parts/sessions-table.tsx';
import { givenIn } from '../route.ts';

/** What is searched for is not in the address, so the browser's history does not keep it. */
export function SessionsOfUser(): VNode {
  const [merchant, setMerchant] = useState(ownMerchantId() ?? '');
  const { isBusy, result, problem, run, forget } = useAction('sessions of-user');
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    run({ merchant, ...givenIn({ user_ref: formText(form, 'user_ref'), text: formText(form, 'text') }) });
  };
  return (
    <details class="search">
      <summary>Find by user reference or text</summary>
      {/* What was found belongs to what was asked for. */}
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
            User reference <input name="user_ref" maxLength={256} autocomplete="off" />
          </label>
          <label>
            Text that the user approved{' '}
            <input name="text" minLength={3} maxLength={200} placeholder="9.50" autocomplete="off" />
          </label>
          <button type="submit" aria-disabled={isBusy}>
            Find
          </button>
        </div>
        <p class="soft">
          Exactly this reference, or part of the text, in the newest sessions of the merchant (SQLite: 10,000, Postgres:
          100,000). The audit log records that you searched, not for what.
        </p>
      </form>
      <Problem text={problem} />
      {result && (
        <SessionsTable sessions={result} caption="Sessions of this user" textOf={({ display_text }) => display_text} />
      )}
    </details>
  );
}
