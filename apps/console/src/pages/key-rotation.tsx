import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CallResult } from '@authly/service/operator/wire/calls.ts';
import { Said } from '../parts/elements.tsx';
import { Choice, Confirm, ConfirmButton, Field, formText, LAST_LOCAL_TIME, localTime } from '../parts/forms.tsx';
import { TextDialog } from '../parts/copy.tsx';
import { PURPOSES, WHAT_STOPS, type KeyView } from '../parts/key-purposes.ts';
import { utcOffset } from '../parts/time.ts';
import { useForm } from '../parts/use-form.ts';

type Keys = CallResult<'keys details'>;
type Scheduled = CallResult<'keys schedule'>;
type Replaced = CallResult<'keys emergency'>;

const SIGNING = 'bio-signing';

/** `datetime-local` takes whole minutes: the next one. */
const nextMinute = (iso: string): string => localTime(new Date(Date.parse(iso) + 60_000).toISOString());

interface ScheduleFormProps {
  readonly keys: Keys;
  readonly onChanged: () => void;
}

export function ScheduleForm({ keys: { keys, earliestSwitch }, onChanged }: ScheduleFormProps): VNode {
  const isAnnounced = (purpose: string): boolean =>
    keys.some((key) => key.purpose === purpose && key.status === 'announced');
  const free = (Object.keys(earliestSwitch) as KeyView['purpose'][]).filter((purpose) => !isAnnounced(purpose));
  const [wanted, setWanted] = useState<string>(SIGNING);
  const purpose = free.find((each) => each === wanted) ?? free[0];
  const [chosen, setChosen] = useState<string>();
  const [scheduled, setScheduled] = useState<Scheduled>();
  const { form, problems } = useForm(
    { problem: undefined, field: undefined, isDone: scheduled !== undefined },
    (element) => setChosen(new Date(formText(element, 'at')).toISOString()),
  );
  const done = (made: Scheduled): void => {
    setScheduled(made);
    onChanged();
  };
  const earliest = purpose === undefined ? '' : nextMinute(earliestSwitch[purpose] ?? '');
  return (
    <>
      {purpose === undefined ? (
        <p class="soft">A rotation of every key is announced.</p>
      ) : (
        <form {...form}>
          <Choice
            name="purpose"
            label="Purpose"
            value={purpose}
            any=""
            choices={free.map((each) => [each, PURPOSES[each]])}
            onChange={setWanted}
          />
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
          <button type="submit">Announce …</button>
        </form>
      )}
      {chosen && purpose && (
        <Confirm
          title="Announce this rotation?"
          action="keys schedule"
          params={{ purpose, at: chosen }}
          onDone={done}
          onClose={() => setChosen(undefined)}
        >
          A new key is created and announced now. It becomes active at {utcText(chosen)}. Only an emergency rotation can
          undo this.
        </Confirm>
      )}
      <Said text={scheduled ? `Key ${scheduled.key_id} is announced.` : ''} />
      {scheduled?.notice && (
        <TextDialog
          title="Notice for merchants"
          text={scheduled.notice}
          note="Send it to every merchant now. You can show it again on this page until the switch."
          fileName={`rotation-notice-${scheduled.key_id}.txt`}
          onClose={() => setScheduled({ ...scheduled, notice: null })}
        />
      )}
    </>
  );
}

export function EmergencyForm({ keys, onChanged }: { keys: readonly KeyView[]; onChanged: () => void }): VNode {
  const removable = keys.filter(({ status }) => status !== 'removed');
  const active = removable.find(({ purpose, status }) => purpose === SIGNING && status === 'active');
  const [wanted, setWanted] = useState<string>();
  const chosen = removable.find(({ key_id }) => key_id === wanted) ?? active ?? removable[0];
  const [replaced, setReplaced] = useState<Replaced>();
  const done = (made: Replaced): void => {
    setReplaced(made);
    onChanged();
  };
  return (
    <form>
      <Choice
        name="key"
        label="Compromised key"
        value={chosen?.key_id}
        any=""
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
      <Said text={replaced ? `Key ${replaced.key_id} is active.` : ''} />
      {replaced?.notice && (
        <TextDialog
          title="Urgent notice"
          text={replaced.notice}
          note="Send it to every merchant now."
          fileName="urgent-notice.txt"
          onClose={() => setReplaced({ ...replaced, notice: null })}
        />
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
