import type { VNode } from 'preact';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import type { Range } from '@authly/service/operator/console/wire.ts';
import { durationInWords } from '../parts/time.ts';

type Tile = CallResult<'overview'>['tiles'][keyof CallResult<'overview'>['tiles']];

const percent = (share: number): string => `${(share * 100).toFixed(share === 1 || share === 0 ? 0 : 1)} %`;
const whole = (count: number): string => count.toLocaleString('en');

/** `better`: the direction of an improvement; absent: neither. */
const TILES: readonly {
  readonly name: keyof CallResult<'overview'>['tiles'];
  readonly title: string;
  readonly text: (value: number) => string;
  readonly better?: 'more' | 'less';
}[] = [
  { name: 'sessions', title: 'Sessions', text: whole },
  { name: 'successRate', title: 'Success rate', text: percent, better: 'more' },
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

/** `ofOne`: of one merchant, except response times. */
export const Tiles = ({ tiles, range, ofOne }: CallResult<'overview'> & { ofOne: boolean }): VNode => (
  <dl class="tiles">
    {TILES.map(({ name, title, text, better }) => (
      <div key={name} class="card">
        <dt>
          {title}
          {ofOne && name === 'p95' && ', all merchants'}
        </dt>
        <dd>
          <b>{tiles[name].now === null ? '–' : text(tiles[name].now)}</b>
          <Change tile={tiles[name]} text={text} better={better} before={BEFORE[range]} />
        </dd>
      </div>
    ))}
  </dl>
);

interface ChangeProps {
  readonly tile: Tile;
  readonly text: (value: number) => string;
  readonly better: 'more' | 'less' | undefined;
  readonly before: string;
}

function Change({ tile: { now, before: earlier }, text, better, before }: ChangeProps): VNode {
  if (now === null || earlier === null) return <span class="soft">nothing in the {before}</span>;
  const direction = now > earlier ? 'more' : 'less';
  const isNews = now !== earlier && better !== undefined;
  return (
    <span class={isNews ? (direction === better ? 'good' : 'bad') : 'soft'}>
      {now === earlier ? 'same as' : `${direction === 'more' ? '▲' : '▼'} from ${text(earlier)} in`} the {before}
    </span>
  );
}
