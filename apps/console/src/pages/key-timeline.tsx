import type { VNode } from 'preact';
import { PURPOSES, type KeyView } from '../parts/key-purposes.ts';

const DAY_MS = 86_400_000;
const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

/** Shows only purposes with a rotation. The table of keys has the same times. */
export function KeyTimelines({ keys }: { keys: readonly KeyView[] }): VNode {
  const live = keys.filter(({ status }) => status !== 'removed');
  const rotating = [...new Set(live.map(({ purpose }) => purpose))]
    .map((purpose) => [purpose, live.filter((key) => key.purpose === purpose)] as const)
    .filter(([, own]) => own.length > 1);
  if (rotating.length === 0) return <p class="soft">No rotation is announced or under way.</p>;
  return (
    <>
      {rotating.map(([purpose, own]) => (
        <KeyTimeline key={purpose} title={PURPOSES[purpose]} keys={own} />
      ))}
      <ul class="legend">
        <li class="announced">announced</li>
        <li class="enrolled">active</li>
        <li class="expired">retiring</li>
        <li class="today-mark">today</li>
      </ul>
    </>
  );
}

const time = (iso: string | null): number | undefined => (iso === null ? undefined : Date.parse(iso));

function KeyTimeline({ title, keys }: { title: string; keys: readonly KeyView[] }): VNode {
  const now = Date.now();
  const all = keys.flatMap(({ created_at, switch_at, removal_at }) => [created_at, switch_at, removal_at].map(time));
  const known = [now, ...all.filter((at) => at !== undefined)];
  // An old key would fill the whole axis.
  const begin = Math.max(Math.min(...known), now - 30 * DAY_MS);
  const end = Math.max(...known, now + 7 * DAY_MS) + DAY_MS;
  const share = (at: number): number => Math.max(0, Math.min(1, (at - begin) / (end - begin))) * 100;
  const part = (kind: string, from: number, to: number): VNode | false =>
    to > from && <i class={kind} style={{ left: `${share(from)}%`, width: `${share(to) - share(from)}%` }} />;
  const ordered = [...keys].sort((a, b) => (a.switch_at ?? '').localeCompare(b.switch_at ?? ''));
  return (
    <figure class="key-timeline">
      <figcaption>{title}</figcaption>
      <div aria-hidden="true">
        {ordered.map(({ key_id, created_at, switch_at, removal_at }, i) => {
          // A key is active until the switch to the next one.
          const [from, replaced] = [time(switch_at)!, time(ordered[i + 1]?.switch_at ?? null) ?? end];
          return (
            <p key={key_id}>
              {part('announced', time(created_at)!, from)}
              {part('enrolled', from, replaced)}
              {part('expired', replaced, time(removal_at) ?? end)}
            </p>
          );
        })}
        {part('today', now, now + 1)}
      </div>
      <p class="scale">
        <span>{DAY.format(begin)}</span>
        <span>{DAY.format(end)}</span>
      </p>
    </figure>
  );
}
