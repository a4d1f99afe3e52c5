import type { ComponentChildren, VNode } from 'preact';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { WithCopy } from '../parts/copy.tsx';
import { Status, When } from '../parts/elements.tsx';
import { durationInWords } from '../parts/time.ts';
import { routeTo } from '../route.ts';
import { Answer } from './failed-calls.tsx';

type SessionDetails = CallResult<'session details'>;
type Moves = SessionDetails['events'];

/** What happened when a session reached a state. Processing begins with the capture. */
const HAPPENED: Readonly<Partial<Record<Moves[number]['to'], string>>> = {
  created: 'Created',
  opened: 'Opened',
  app_launched: 'App joined',
  callback_received: 'Captured',
};

interface Moment {
  readonly at: string;
  /** Decides where the times are equal: calls are before the move that they caused. */
  readonly order: number;
  readonly isBad?: boolean;
  readonly shown: ComponentChildren;
}

/** The session as a line of time, with the calls to its merchant and the deliveries of its event. */
export function Timeline({ events, bioAttempts, failedCalls, webhook }: SessionDetails): VNode {
  const callsEnd = events.length - 1.5;
  const moments: Moment[] = [
    ...failedCalls.map((failed) => ({ at: failed.at, order: callsEnd, isBad: true, shown: <Failed {...failed} /> })),
    ...bioAttempts.map((attempt) => ({
      at: attempt.at,
      order: callsEnd,
      isBad: attempt.failure !== null,
      shown: <BioCall {...attempt} />,
    })),
    ...events.flatMap(({ to, at }, order) =>
      to === 'processing' ? [] : [{ at, order, shown: <b>{HAPPENED[to] ?? <Status status={to} />}</b> }],
    ),
    ...(webhook?.delivery_attempts ?? []).map(({ attempt, at, result, ms }) => ({
      at,
      order: events.length,
      isBad: !/^2\d\d$/.test(result),
      shown: (
        <p>
          <b>Delivery attempt {attempt}</b> {result} {ms !== null && <Took ms={ms} />}
        </p>
      ),
    })),
  ].sort((a, b) => a.at.localeCompare(b.at) || a.order - b.order);
  return (
    <ol class="timeline">
      {moments.map(({ at, isBad, shown }, i) => (
        <li key={i} class={isBad ? 'bad' : undefined}>
          <div>
            <When at={at} short />{' '}
            {i > 0 && (
              <span class="soft">+{durationInWords(Date.parse(at) - Date.parse(moments[i - 1]?.at ?? at))}</span>
            )}
          </div>
          <div>{shown}</div>
        </li>
      ))}
    </ol>
  );
}

const Took = ({ ms }: { ms: number }): VNode => <span class="soft">took {durationInWords(ms)}</span>;

const Failed = (failed: SessionDetails['failedCalls'][number]): VNode => (
  <p>
    <a href={routeTo(['calls', failed.request_id])}>{failed.call}</a> <Answer {...failed} />
  </p>
);

type BioCallProps = SessionDetails['bioAttempts'][number];

const BioCall = ({ call, attempt, stage, ms, in_words, failure, url, request_id }: BioCallProps): VNode => (
  <>
    <p>
      <b>
        Bio API {call}, call attempt {attempt}
      </b>{' '}
      <Took ms={ms} />
      {failure !== null && <span class="soft">, failed at {stage}</span>}
    </p>
    <p>{in_words}</p>
    {/* All attempts of a call have the same. */}
    {attempt === 1 && <WithCopy isSoft before="POST" text={url} what="URL" />}
    {attempt === 1 && <WithCopy isSoft before="X-Request-Id" text={request_id} what="request id" />}
  </>
);
