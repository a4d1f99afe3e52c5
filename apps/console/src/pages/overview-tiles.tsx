import type { VNode } from 'preact';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { BIO_ERROR, type Range } from '@authly/service/operator/wire/wire.ts';
import { routeTo } from '../route.ts';
import { durationInWords } from '../parts/time.ts';

type Overview = CallResult<'overview'>;
type TileValues = Overview['tiles'];

const percent = (share: number): string => `${(share * 100).toFixed(share === 1 || share === 0 ? 0 : 1)} %`;
const whole = (count: number): string => count.toLocaleString('en');

interface Tile {
  readonly name: keyof TileValues;
  readonly title: string;
  readonly text: (value: number) => string;
  /** The direction of an improvement. */
  readonly better?: 'more' | 'less';
  readonly note?: (overview: Overview) => string;
}

const TILES: readonly Tile[] = [
  {
    name: 'sessions',
    title: 'Sessions',
    text: whole,
    note: ({ funnel }) => `${whole(Math.max(0, funnel.created - funnel.opened))} not opened`,
  },
  {
    name: 'successRate',
    title: 'Success rate',
    text: percent,
    better: 'more',
    note: ({ funnel }) => `of ${whole(funnel.opened)} that were opened`,
  },
  { name: 'finishMs', title: 'Median time to finish', text: durationInWords, better: 'less' },
  { name: 'p95', title: 'p95 response time', text: durationInWords, better: 'less' },
  { name: 'bioErrors', title: 'Bio API errors', text: whole, better: 'less' },
];

const BEFORE: Readonly<Record<Range, string>> = {
  hour: 'hour before',
  day: 'day before',
  week: '7 days before',
  month: '30 days before',
};

/** If `merchant` is empty, they are of all merchants. Response times always are. */
export function Tiles({ merchant, ...overview }: Overview & { merchant: string }): VNode {
  const { tiles, range, from } = overview;
  return (
    <dl class="tiles">
      {TILES.map((tile) => (
        <div key={tile.name} class="card">
          <dt>
            {tile.name === 'bioErrors' ? (
              <a href={routeTo(['sessions'], { q: BIO_ERROR, merchant, from })}>{tile.title}</a>
            ) : (
              tile.title
            )}
            {merchant !== '' && tile.name === 'p95' && ', all merchants'}
          </dt>
          <dd>
            <b>{tiles[tile.name].now === null ? '–' : tile.text(tiles[tile.name].now!)}</b>
            {tile.note && <span>{tile.note(overview)}</span>}
            {changeOf(tile, tiles[tile.name], BEFORE[range])}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function changeOf({ text, better }: Tile, { now, before }: TileValues[keyof TileValues], period: string): VNode {
  if (now === null || before === null) return <span class="soft">nothing in the {period}</span>;
  const direction = now > before ? 'more' : 'less';
  const isNews = now !== before && better !== undefined;
  return (
    <span class={isNews ? (direction === better ? 'good' : 'bad') : 'soft'}>
      {now === before ? 'same as' : `${direction === 'more' ? '▲' : '▼'} from ${text(before)} in`} the {period}
    </span>
  );
}

const inSentence = (title: string): string =>
  title.startsWith('Bio') ? title : title.charAt(0).toLowerCase() + title.slice(1);

/** `Since yesterday: sessions from 44 to 66, Bio API errors from 3 to 1.` */
export function SinceYesterday({ day }: Overview): VNode {
  const changed = TILES.filter(({ name, text }) => {
    const { now, before } = day[name];
    return now !== null && before !== null && text(now) !== text(before);
  });
  const words = changed.map(
    ({ name, title, text }) => `${inSentence(title)} from ${text(day[name].before!)} to ${text(day[name].now!)}`,
  );
  return (
    <p class="now">
      {words.length === 0 ? 'Nothing has changed since yesterday.' : `Since yesterday: ${words.join(', ')}.`}
    </p>
  );
}
