import type { VNode } from 'preact';
import type { CallResult } from '@authly/service/operator/wire/calls.ts';
import { Copy } from '../parts/copy.tsx';
import { Status, When } from '../parts/elements.tsx';
import { Answer } from './failed-calls.tsx';
import { routeTo } from '../route.ts';
import { durationInWords } from '../parts/time.ts';

type SessionDetails = CallResult<'session details'>;
type SessionMoveView = SessionDetails['events'][number];
type BioAttemptView = SessionDetails['bioAttempts'][number];
type FailedCall = SessionDetails['failedCalls'][number];

type Moment = { readonly at: string | null } & (
  | { readonly move: SessionMoveView; readonly afterMs: number | null }
  | { readonly attempt: BioAttemptView }
  | { readonly failed: FailedCall }
);

/** Calls are listed before the transition they caused. */
export function Timeline({ events, bioAttempts, failedCalls }: SessionDetails): VNode {
  const moments: Moment[] = [
    ...failedCalls.map((failed) => ({ at: failed.at, failed })),
    ...bioAttempts.map((attempt) => ({ at: attempt.at, attempt })),
    ...events.map((move, i) => ({ at: move.at, move, afterMs: sinceBefore(events, i) })),
  ];
  const ends = (moment: Moment): number => ('move' in moment ? events.indexOf(moment.move) : events.length - 1.5);
  moments.sort((a, b) => (a.at ?? '').localeCompare(b.at ?? '') || ends(a) - ends(b));
  return (
    <ol class="timeline">
      {moments.map((moment, i) => (
        <li key={i} class={classOf(moment)}>
          <When at={moment.at} short />
          {'move' in moment && <Move {...moment.move} afterMs={moment.afterMs} />}
          {'attempt' in moment && <Attempt {...moment.attempt} />}
          {'failed' in moment && <Failed {...moment.failed} />}
        </li>
      ))}
    </ol>
  );
}

const classOf = (moment: Moment): string =>
  'move' in moment ? 'move' : 'attempt' in moment && moment.attempt.failure === null ? 'call' : 'call bad';

const Failed = (failed: FailedCall): VNode => (
  <p>
    <a href={routeTo(['calls', failed.request_id])}>{failed.call}</a> <Answer {...failed} />
  </p>
);

function sinceBefore(events: readonly SessionMoveView[], i: number): number | null {
  const [now, before] = [events[i]?.at, events[i - 1]?.at];
  return now && before ? Date.parse(now) - Date.parse(before) : null;
}

const Move = ({ event, to, afterMs }: SessionMoveView & { afterMs: number | null }): VNode => (
  <p>
    <b>{event}</b> → <Status status={to} />{' '}
    {afterMs !== null && <span class="soft">after {durationInWords(afterMs)}</span>}
  </p>
);

const Attempt = ({ call, attempt, stage, ms, in_words, failure, url, request_id }: BioAttemptView): VNode => (
  <div>
    <p>
      <b>
        Bio API {call}, call attempt {attempt}
      </b>{' '}
      <span class="soft">
        {durationInWords(ms)}
        {failure !== null && `, failed at ${stage}`}
      </span>
    </p>
    {url !== undefined && (
      <p class="with-copy">
        <span class="id">POST {url}</span> <Copy text={url} what="URL" />
      </p>
    )}
    <p>{in_words}</p>
    {failure !== null && <p class="soft">{failure}</p>}
    {request_id !== null && (
      <p class="with-copy soft">
        X-Request-Id <span class="id">{request_id}</span> <Copy text={request_id} what="request id" />
      </p>
    )}
  </div>
);
