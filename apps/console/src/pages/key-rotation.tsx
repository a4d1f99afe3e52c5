import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { When } from '../parts/elements.tsx';
import { Choice, Field, formText, LAST_LOCAL_TIME, localTime } from '../parts/forms.tsx';
import { PURPOSES, type KeyView } from '../parts/key-purposes.ts';
import { usePage } from '../parts/page.tsx';
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
  const { ask, say, show } = usePage();
  const done = ({ key_id, notice }: CallResult<'keys schedule'>): void => {
    say(`Key ${key_id} is announced.`);
    const note = 'Send it to every merchant now. You can show it again on this page until the switch.';
    const fileName = `rotation-notice-${key_id}.txt`;
    if (notice !== null) show({ title: 'Notice for merchants', text: notice, note, fileName });
  };
  const { form, problems } = useForm({}, (element) => {
    if (purpose === undefined) return;
    const at = new Date(formText(element, 'at')).toISOString();
    ask({
      title: 'Announce this rotation?',
      children: (
        <>
          {PURPOSES[purpose]} ({purpose}): a new key is created and announced now. It becomes active at <When at={at} />
          . Only an emergency rotation can undo this.
        </>
      ),
      action: 'keys schedule',
      params: { purpose, at },
      onDone: done,
    });
  });
  const earliest = purpose && nextMinute(earliestSwitch[purpose] ?? '');
  if (free.length === 0) return <p class="soft">A rotation of every key is announced.</p>;
  return (
    <form class="search-fields" {...form}>
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
      )}
      <button type="submit">Announce …</button>
    </form>
  );
}
