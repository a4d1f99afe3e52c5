import type { VNode } from 'preact';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { WithCopy } from '../parts/copy.tsx';
import { Status, When } from '../parts/elements.tsx';
import { Answer } from './failed-calls.tsx';
import { routeTo } from '../route.ts';
import { durationInWords } from '../parts/time.ts';

type SessionDetails = CallResult<'session details'>;
type SessionMoveView = SessionDetails['events'][number];
type BioAttemptView = SessionDetails['bioAttempts'][number];

/** Calls are listed before the transition they caused. */
export function Timeline({ events, bioAttempts, failedCalls }: SessionDetails): VNode {
  const callsEnd = events.length - 1.5;
  const moments = [
    ...failedCalls.map((failed) => ({
      at: failed.at,
      order: callsEnd,
      kind: 'call bad',
      shown: <Failed {...failed} />,
    })),
    ...bioAttempts.map((attempt) => ({
      at: attempt.at,
      order: callsEnd,
      kind: attempt.failure === null ? 'call' : 'call bad',
      shown: <Attempt {...attempt} />,
    })),
    ...events.map((move, i) => ({
      at: move.at,
      order: i,
      kind: 'move',
      shown: <Move {...move} afterMs={sinceBefore(events, i)} />,
    })),
  ].sort((a, b) => (a.at ?? '').localeCompare(b.at ?? '') || a.order - b.order);
  return (
    <ol class="timeline">
      {moments.map(({ at, kind, shown }, i) => (
        <li key={i} class={kind}>
          <When at={at} short />
          {shown}
        </li>
      ))}
    </ol>
  );
}

const Failed = (failed: SessionDetails['failedCalls'][number]): VNode => (
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
    {url !== undefined && <WithCopy before="POST" text={url} what="URL" />}
    <p>{in_words}</p>
    {failure !== null && <p class="soft">{failure}</p>}
    {request_id !== null && <WithCopy isSoft before="X-Request-Id" text={request_id} what="request id" />}
  </div>
);
