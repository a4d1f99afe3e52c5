import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { ConfirmButton } from '../parts/actions.tsx';
import { Choice, Field, formText, LAST_LOCAL_TIME, localTime } from '../parts/forms.tsx';
import { PURPOSES, WHAT_STOPS, type KeyView } from '../parts/key-purposes.ts';
import { usePage } from '../parts/page.tsx';
import { utcOffset } from '../parts/time.ts';
import { useForm } from '../parts/use-form.ts';

const SIGNING = 'bio-signing';
const CHOOSE = 'Choose …';

/** `datetime-local` takes whole minutes, so this is the next one. */
const nextMinute = (iso: string): string => localTime(new Date(Date.parse(iso) + 60_000).toISOString());

/** If another operator announces the chosen rotation, nothing is chosen: never another one by itself. */
export function ScheduleForm({ keys, earliestSwitch }: CallResult<'keys details'>): VNode {
  const isAnnounced = (purpose: string): boolean =>
    keys.some((key) => key.purpose === purpose && key.status === 'announced');
  const free = (Object.keys(earliestSwitch) as KeyView['purpose'][]).filter((purpose) => !isAnnounced(purpose));
  const [wanted, setWanted] = useState<string | undefined>(free.find((purpose) => purpose === SIGNING) ?? free[0]);
  const purpose = free.find((each) => each === wanted);
  const { ask, say, showText } = usePage();
  const done = ({ key_id, notice }: CallResult<'keys schedule'>): void => {
    say(`Key ${key_id} is announced.`);
    const note = 'Send it to every merchant now. You can show it again on this page until the switch.';
    if (notice !== null) showText('Notice for merchants', notice, note, `rotation-notice-${key_id}.txt`);
  };
  const { form, problems } = useForm({}, (element) => {
    if (purpose === undefined) return;
    const at = new Date(formText(element, 'at')).toISOString();
    ask({
      title: 'Announce this rotation?',
      children: `${PURPOSES[purpose]} (${purpose}): a new key is created and announced now. It becomes active at ${utcText(at)}. Only an emergency rotation can undo this.`,
      action: 'keys schedule',
      params: { purpose, at },
      onDone: done,
    });
  });
  const earliest = purpose && nextMinute(earliestSwitch[purpose] ?? '');
  if (free.length === 0) return <p class="soft">A rotation of every key is announced.</p>;
  return (
    <form {...form}>
      <Choice
        name="purpose"
        label="Purpose"
        value={purpose}
        any={purpose === undefined ? CHOOSE : ''}
        choices={free.map((each) => [each, PURPOSES[each]])}
        onChange={setWanted}
      />
      {earliest && (
        <Field
          key={purpose}
          label={`Switch time (${utcOffset(new Date())})`}
          name="at"
          type="datetime-local"
          required
          min={earliest}
          max={LAST_LOCAL_TIME}
          defaultValue={earliest}
          problems={problems}
          hint={
            purpose === SIGNING
              ? 'At least 7 days ahead. Send the notice to every merchant.'
              : 'Merchants need no notice.'
          }
        />
      )}
      <button type="submit">Announce …</button>
    </form>
  );
}

/** If the chosen key is removed, nothing is chosen: never another key by itself. */
export function EmergencyForm({ keys }: { keys: readonly KeyView[] }): VNode {
  const removable = keys.filter(({ status }) => status !== 'removed');
  const active = removable.find(({ purpose, status }) => purpose === SIGNING && status === 'active');
  const [wanted, setWanted] = useState((active ?? removable[0])?.key_id);
  const chosen = removable.find(({ key_id }) => key_id === wanted);
  const { say, showText } = usePage();
  const done = ({ key_id, notice }: CallResult<'keys emergency'>): void => {
    say(`Key ${key_id} is active.`);
    if (notice !== null) showText('Urgent notice', notice, 'Send it to every merchant now.', 'urgent-notice.txt');
  };
  return (
    <form>
      <Choice
        name="key"
        label="Compromised key"
        value={chosen?.key_id}
        any={chosen === undefined ? CHOOSE : ''}
        choices={removable.map(({ key_id, purpose, status }) => [key_id, `${PURPOSES[purpose]}, ${status}: ${key_id}`])}
        onChange={setWanted}
      />
      {chosen && (
        <ConfirmButton
          label="Remove …"
          isDanger
          title="Remove this key now?"
          action="keys emergency"
          params={{ purpose: chosen.purpose, key_id: chosen.key_id }}
          onDone={done}
        >
          {chosen.key_id} is removed now. {WHAT_STOPS[chosen.purpose]} {successionOf(chosen, keys)} This cannot be
          undone.
        </ConfirmButton>
      )}
    </form>
  );
}

/** A new key is active at once, even if the removed one is not; an announced rotation still follows. */
function successionOf(chosen: KeyView, keys: readonly KeyView[]): string {
  const other = (status: string): KeyView | undefined =>
    keys.find((key) => key.purpose === chosen.purpose && key.status === status && key !== chosen);
  const [active, announced] = [other('active'), other('announced')];
  const instead = active === undefined ? '' : ` in place of ${active.key_id}`;
  const next =
    announced === undefined
      ? ''
      : ` The announced key ${announced.key_id} follows at ${utcText(announced.switch_at!)}.`;
  return `A new key takes over at once${instead}.${next}`;
}

const utcText = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;
