import type { VNode } from 'preact';
import { PURPOSES, type KeyView } from '../parts/key-purposes.ts';

const DAY_MS = 86_400_000;
const [WIDTH, ROW] = [1000, 26];

/** Shows only purposes with a rotation. */
export function KeyTimelines({ keys }: { keys: readonly KeyView[] }): VNode {
  const live = keys.filter(({ status }) => status !== 'removed');
  const purposes = [...new Set(live.map(({ purpose }) => purpose))];
  const rotating = purposes
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

const time = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso));
const dayText = (at: number): string => new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(at);

interface Span {
  readonly from: number;
  readonly to: number;
  readonly kind: 'announced' | 'enrolled' | 'expired';
}

/** A key is active until the switch to the next one. */
function spansOf(key: KeyView, next: KeyView | undefined, end: number): Span[] {
  const [created, from] = [time(key.created_at)!, time(key.switch_at)!];
  const replaced = time(next?.switch_at ?? null) ?? end;
  const removal = time(key.removal_at) ?? end;
  return [
    { from: Math.min(created, from), to: from, kind: 'announced' as const },
    { from, to: replaced, kind: 'enrolled' as const },
    { from: replaced, to: removal, kind: 'expired' as const },
  ].filter(({ from: start, to }) => to > start);
}

function KeyTimeline({ title, keys }: { title: string; keys: readonly KeyView[] }): VNode {
  const now = Date.now();
  const all = keys.flatMap(({ created_at, switch_at, removal_at }) => [created_at, switch_at, removal_at].map(time));
  const known = [now, ...all.filter((at) => at !== null)];
  // An old key would fill the whole axis.
  const begin = Math.max(Math.min(...known), now - 30 * DAY_MS);
  const end = Math.max(...known, now + 7 * DAY_MS) + DAY_MS;
  const x = (at: number): number => Math.max(0, Math.min(1, (at - begin) / (end - begin))) * WIDTH;
  const ordered = [...keys].sort((a, b) => (a.switch_at ?? '').localeCompare(b.switch_at ?? ''));
  return (
    <figure class="key-timeline">
      <figcaption>
        <b>{title}</b> <span class="soft">{ordered.map((key) => inWords(key)).join(' ')}</span>
      </figcaption>
      <svg
        height={ordered.length * ROW}
        viewBox={`0 0 ${WIDTH} ${ordered.length * ROW}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {ordered.map((key, i) =>
          spansOf(key, ordered[i + 1], end).map(({ from, to, kind }) => (
            <rect
              key={`${key.key_id} ${kind}`}
              class={`end ${kind}`}
              x={x(from)}
              y={i * ROW + 3}
              width={Math.max(x(to) - x(from), 3)}
              height={ROW - 8}
            />
          )),
        )}
        <line
          class="today"
          x1={x(now)}
          x2={x(now)}
          y1="0"
          y2={ordered.length * ROW}
          vector-effect="non-scaling-stroke"
        />
      </svg>
      <p class="scale" aria-hidden="true">
        <span>{dayText(begin)}</span>
        <span>{dayText(end)}</span>
      </p>
    </figure>
  );
}

function inWords({ key_id, status, switch_at, removal_at }: KeyView): string {
  const name = `…${key_id.slice(-6)}`;
  const removal = removal_at === null ? '' : `, removed on ${dayText(time(removal_at)!)}`;
  if (status === 'announced')
    return `${name} is announced and becomes active on ${dayText(time(switch_at)!)}${removal}.`;
  return `${name} is ${status}${removal}.`;
}
