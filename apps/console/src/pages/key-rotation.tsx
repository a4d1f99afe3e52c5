import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { Said } from '../parts/elements.tsx';
import {
  Choice,
  Confirm,
  ConfirmButton,
  Field,
  formText,
  itself,
  LAST_LOCAL_TIME,
  localTime,
} from '../parts/forms.tsx';
import { TextDialog } from '../parts/copy.tsx';
import { useForm } from '../parts/use-form.ts';

type Keys = CallResult<'keys details'>;
type KeyView = Keys['keys'][number];
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
          <Choice name="purpose" label="Purpose" value={purpose} any="" choices={itself(free)} onChange={setWanted} />
          <Field
            key={purpose}
            label="Switch time"
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
          yes="Announce"
          action="keys schedule"
          params={{ purpose, at: chosen }}
          onDone={done}
          onClose={() => setChosen(undefined)}
        >
          A new key is created and published now. It becomes active at {chosen.slice(0, 16).replace('T', ' ')} UTC. Only
          an emergency rotation can undo this.
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
        choices={removable.map(({ key_id, purpose, status }) => [key_id, `${purpose}, ${status}: ${key_id}`])}
        onChange={setWanted}
      />
      {chosen && (
        <ConfirmButton
          label="Remove …"
          isDanger
          title="Remove this key now?"
          yes="Remove"
          action="keys emergency"
          params={{ purpose: chosen.purpose, key_id: chosen.key_id }}
          onDone={done}
        >
          {chosen.key_id} is removed now. {WHAT_STOPS[chosen.purpose] ?? ''} This cannot be undone.
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

const WHAT_STOPS: Readonly<Record<string, string>> = {
  'bio-signing': 'Merchants that pinned it reject calls until they fetch the list of keys again.',
  'access-token': 'Access tokens that it signed stop working; merchants request new ones.',
  'hosted-token': 'Pages that are open now stop working.',
  'audit-head': 'Exports that it signed no longer verify.',
  'capture-sealing': 'Enrollments sealed with it stop working: those users enroll again.',
};
