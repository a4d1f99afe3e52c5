import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { KeyView, Replaced, Scheduled } from '@authly/service/actions/views.ts';
import type { Keys } from '@authly/service/console/wire.ts';
import { When } from '../parts/elements.tsx';
import { Confirm, formText, localTime } from '../parts/forms.tsx';
import { ShownOnce } from '../parts/shown-once.tsx';

const PURPOSE = 'bio-signing';

interface RotationProps {
  readonly keys: Keys;
  readonly isAdmin: boolean;
  readonly onChanged: () => void;
}

export function Rotation({ keys: { keys, earliestSwitch }, isAdmin, onChanged }: RotationProps): VNode {
  const own = keys.filter(({ purpose }) => purpose === PURPOSE);
  const announced = own.find(({ status }) => status === 'announced');
  const active = own.find(({ status }) => status === 'active');
  if (announced === undefined)
    return isAdmin ? (
      <ScheduleForm earliestSwitch={earliestSwitch} onChanged={onChanged} />
    ) : (
      <p class="soft">No rotation is announced.</p>
    );
  return (
    <p>
      Key <span class="id">{announced.key_id}</span> is announced and becomes active at{' '}
      <When at={announced.switch_at} />. The previous key stays published until <When at={active?.removal_at} />.
    </p>
  );
}

/** `datetime-local` takes whole minutes: the next one. */
const nextMinute = (iso: string): string => localTime(new Date(Date.parse(iso) + 60_000).toISOString());

function ScheduleForm({ earliestSwitch, onChanged }: { earliestSwitch: string; onChanged: () => void }): VNode {
  const [chosen, setChosen] = useState<string>();
  const [scheduled, setScheduled] = useState<Scheduled>();
  const earliest = nextMinute(earliestSwitch);
  const choose = (event: SubmitEvent): void => {
    event.preventDefault();
    setChosen(new Date(formText(event, 'at')).toISOString());
  };
  return (
    <>
      <ol class="steps">
        <li>Choose when the new key becomes active, at least 7 days ahead.</li>
        <li>Send the notice to every merchant.</li>
        <li>After the switch, check below which merchants accept the new key.</li>
      </ol>
      <form onSubmit={choose}>
        <label>
          Switch time
          <input type="datetime-local" name="at" required min={earliest} defaultValue={earliest} />
        </label>
        <button type="submit" class="small">
          Announce …
        </button>
      </form>
      {chosen && (
        <Confirm<Scheduled>
          title="Announce this rotation?"
          yes="Announce"
          path="/api/keys/schedule"
          body={{ purpose: PURPOSE, switch_at: chosen }}
          onDone={setScheduled}
          onClose={() => setChosen(undefined)}
        >
          A new key is created and published now. It becomes active at {chosen.slice(0, 16).replace('T', ' ')} UTC. Only
          an emergency rotation can undo this.
        </Confirm>
      )}
      {scheduled && (
        <ShownOnce
          title="Notice for merchants"
          text={scheduled.notice ?? ''}
          note="Send it to every merchant now, at least 7 days before the switch."
          onClose={onChanged}
        />
      )}
    </>
  );
}

export function EmergencyForm({ keys, onChanged }: { keys: readonly KeyView[]; onChanged: () => void }): VNode {
  const removable = keys.filter(({ purpose, status }) => purpose === PURPOSE && status !== 'removed');
  const [chosen, setChosen] = useState<string>();
  const [replaced, setReplaced] = useState<Replaced>();
  const choose = (event: SubmitEvent): void => {
    event.preventDefault();
    setChosen(formText(event, 'key'));
  };
  const close = (): void => {
    setReplaced(undefined);
    onChanged();
  };
  return (
    <form onSubmit={choose}>
      <label>
        Compromised key
        <select name="key">
          {removable.map(({ key_id, status }) => (
            <option key={key_id} value={key_id} selected={status === 'active'}>
              {key_id} ({status})
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="small danger">
        Remove …
      </button>
      {chosen && (
        <Confirm<Replaced>
          title="Remove this key now?"
          yes="Remove"
          path="/api/keys/emergency"
          body={{ purpose: PURPOSE, key_id: chosen }}
          onDone={setReplaced}
          onClose={() => setChosen(undefined)}
        >
          {chosen} is removed now. Merchants that pinned it reject calls until they fetch the list of keys again. This
          cannot be undone.
        </Confirm>
      )}
      {replaced && (
        <ShownOnce
          title="Urgent notice"
          text={replaced.notice ?? ''}
          note="Send it to every merchant now."
          onClose={close}
        />
      )}
    </form>
  );
}
