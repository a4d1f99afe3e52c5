import { Question } from '@authly/ui/question.tsx';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { KeyView, Replaced, Scheduled } from '@authly/service/actions/views.ts';
import type { Keys } from '@authly/service/console/wire.ts';
import { formText } from '../parts/form-text.ts';
import { ShownOnce } from '../parts/shown-once.tsx';
import { When } from '../parts/when.tsx';
import { useAct } from '../use-act.ts';

const PURPOSE = 'bio-signing';

/** When, what follows from it, the notice, and then to wait: one step after the other. */
export function Rotation({ keys, mayAct, onChanged }: { keys: Keys; mayAct: boolean; onChanged: () => void }): VNode {
  const own = keys.keys.filter(({ purpose }) => purpose === PURPOSE);
  const announced = own.find(({ status }) => status === 'announced');
  const active = own.find(({ status }) => status === 'active');
  if (announced !== undefined)
    return (
      <p>
        <span class="id">{announced.key_id}</span> is announced and takes over <When at={announced.switch_at} />. The
        key of before stays listed until <When at={active?.removal_at} />. Below is who has accepted which.
      </p>
    );
  return mayAct ? <Wizard keys={keys} onChanged={onChanged} /> : <p class="soft">No rotation is announced.</p>;
}

function Wizard({ keys: { earliestSwitch }, onChanged }: { keys: Keys; onChanged: () => void }): VNode {
  const [chosen, setChosen] = useState<string>();
  const [scheduled, setScheduled] = useState<Scheduled>();
  const announcing = useAct<Scheduled>((answer) => {
    setChosen(undefined);
    setScheduled(answer);
  });
  const choose = (event: SubmitEvent): void => {
    event.preventDefault();
    announcing.clear();
    setChosen(new Date(formText(event, 'at')).toISOString());
  };
  const announce = (): void => announcing.run('/api/keys/schedule', { purpose: PURPOSE, switch_at: chosen });
  const close = (): void => {
    setScheduled(undefined);
    onChanged();
  };
  return (
    <>
      <ol class="steps">
        <li>Choose when the new key takes over: at least 7 days ahead.</li>
        <li>Send the notice that you are given to every merchant.</li>
        <li>After the switch, see below who has accepted the new key.</li>
      </ol>
      <form onSubmit={choose}>
        <label>
          Switch
          <input
            type="datetime-local"
            name="at"
            required
            min={local(earliestSwitch)}
            defaultValue={local(earliestSwitch)}
          />
        </label>
        <button type="submit" class="small">
          Announce …
        </button>
      </form>
      {chosen && (
        <Question
          title="Announce this rotation?"
          yes="Announce it"
          no="Not yet"
          problem={announcing.problem ?? ''}
          onYes={announce}
          onClose={() => setChosen(undefined)}
        >
          A new key is made and listed now, signs from {chosen.slice(0, 16).replace('T', ' ')} UTC on, and cannot be
          taken back without an emergency.
        </Question>
      )}
      {scheduled && (
        <ShownOnce
          title="The notice for merchants"
          text={scheduled.notice ?? ''}
          note="Send it to every merchant now, at least 7 days before the switch."
          onClose={close}
        />
      )}
    </>
  );
}

/** A field for local times takes whole minutes: the next one. */
function local(iso: string): string {
  const date = new Date(Date.parse(iso) + 60_000);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function Emergency({ keys, onChanged }: { keys: readonly KeyView[]; onChanged: () => void }): VNode {
  const suspects = keys.filter(({ purpose, status }) => purpose === PURPOSE && status !== 'removed');
  const [suspect, setSuspect] = useState<string>();
  const [replaced, setReplaced] = useState<Replaced>();
  const replacing = useAct<Replaced>((answer) => {
    setSuspect(undefined);
    setReplaced(answer);
  });
  const choose = (event: SubmitEvent): void => {
    event.preventDefault();
    replacing.clear();
    setSuspect(formText(event, 'key'));
  };
  const replace = (): void => replacing.run('/api/keys/emergency', { purpose: PURPOSE, key_id: suspect });
  return (
    <form onSubmit={choose}>
      <label>
        Suspect key
        <select name="key">
          {suspects.map(({ key_id, status }) => (
            <option key={key_id} value={key_id} selected={status === 'active'}>
              {key_id} ({status})
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="small danger">
        Remove it …
      </button>
      {suspect && (
        <Question
          title="Remove this key at once?"
          yes="Remove it"
          no="Leave it"
          problem={replacing.problem ?? ''}
          onYes={replace}
          onClose={() => setSuspect(undefined)}
        >
          {suspect} is withdrawn now. Merchants that pin it refuse our calls until they have read the list of keys
          again. This cannot be undone.
        </Question>
      )}
      {replaced && (
        <ShownOnce
          title="The urgent notice"
          text={replaced.notice ?? ''}
          note="Send it to every merchant now."
          onClose={() => {
            setReplaced(undefined);
            onChanged();
          }}
        />
      )}
    </form>
  );
}
