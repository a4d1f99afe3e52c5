import { FAILURE_CODES } from '@authly/contract/failure-codes';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { BioAttemptView, SessionMoveView } from '@authly/service/actions/views.ts';
import type { SessionDetails } from '@authly/service/console/wire.ts';
import { useData } from '../hooks.ts';
import { useLiveUpdates } from '../live-updates.ts';
import { Problem, Status, Title, When } from '../parts/elements.tsx';
import { Confirm } from '../parts/forms.tsx';
import { routeTo } from '../route.ts';

export function SessionPage({ id, isAdmin }: { id: string; isAdmin: boolean }): VNode {
  const path = `/api/sessions/${encodeURIComponent(id)}`;
  const { value, problem, reload } = useData<SessionDetails>(path);
  useLiveUpdates(({ moved, more }) => {
    if (more || moved.includes(id)) reload(true);
  });
  const failure = value?.fields['failure_code'] as keyof typeof FAILURE_CODES | null | undefined;
  return (
    <>
      <p>
        <a class="back" href={routeTo(['sessions'])}>
          Sessions
        </a>
      </p>
      <Title text={`Session ${id}`} />
      <Problem text={problem} />
      {value && (
        <>
          <p class="now">
            <Status status={value.status} />
            {failure && ` ${failure}: ${FAILURE_CODES[failure] ?? ''}`}
          </p>
          <div class="cards side-by-side">
            <section class="card">
              <h2>Timeline</h2>
              <Timeline {...value} />
            </section>
            <section class="card">
              <h2>Session</h2>
              <Fields fields={value.fields} />
              {isAdmin && <UserRef path={`${path}/user-ref`} />}
            </section>
          </div>
        </>
      )}
    </>
  );
}

type Moment = { readonly at: string | null } & (
  | { readonly move: SessionMoveView }
  | { readonly attempt: BioAttemptView }
);

/** Moves and calls to the merchant by time. Calls stand before the move they caused. */
function Timeline({ events, bioAttempts }: SessionDetails): VNode {
  const moments: Moment[] = [
    ...bioAttempts.map((attempt) => ({ at: attempt.at, attempt })),
    ...events.map((move) => ({ at: move.at, move })),
  ];
  const ends = (moment: Moment): number => ('move' in moment ? events.indexOf(moment.move) : events.length - 1.5);
  moments.sort((a, b) => (a.at ?? '').localeCompare(b.at ?? '') || ends(a) - ends(b));
  return (
    <ol class="timeline">
      {moments.map((moment, i) => (
        <li key={i} class={'attempt' in moment ? (moment.attempt.failure === null ? 'call' : 'call bad') : 'move'}>
          <When at={moment.at} short />
          {'move' in moment ? <Move {...moment.move} /> : <Attempt {...moment.attempt} />}
        </li>
      ))}
    </ol>
  );
}

const Move = ({ event, to }: SessionMoveView): VNode => (
  <p>
    <b>{event}</b> → <Status status={to} />
  </p>
);

const Attempt = ({ call, attempt, stage, ms, in_words, failure, request_id }: BioAttemptView): VNode => (
  <div>
    <p>
      <b>
        Bio API {call}, call attempt {attempt}
      </b>{' '}
      <span class="soft">
        {ms} ms{failure !== null && `, failed at ${stage}`}
      </span>
    </p>
    <p>{in_words}</p>
    {failure !== null && <p class="soft">{failure}</p>}
    {request_id !== null && <p class="soft">X-Request-Id {request_id}</p>}
  </div>
);

const Fields = ({ fields }: { fields: SessionDetails['fields'] }): VNode => (
  <dl>
    {Object.entries(fields).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{name.endsWith('_at') ? <When at={value} /> : (value ?? '–')}</dd>
      </div>
    ))}
  </dl>
);

/** Shown on request only, one at a time, with an audit entry. */
function UserRef({ path }: { path: string }): VNode {
  const [isAsking, setAsking] = useState(false);
  const [shown, setShown] = useState<string>();
  if (shown !== undefined)
    return (
      <p>
        merchant_user_ref <code>{shown}</code>
      </p>
    );
  return (
    <>
      <button type="button" class="small" onClick={() => setAsking(true)}>
        Show user reference …
      </button>
      {isAsking && (
        <Confirm<{ merchant_user_ref: string }>
          title="Show the user reference?"
          yes="Show"
          path={path}
          onDone={({ merchant_user_ref }) => setShown(merchant_user_ref)}
          onClose={() => setAsking(false)}
        >
          The merchant identifies its user with it. The audit log records that you viewed it.
        </Confirm>
      )}
    </>
  );
}
