import { FAILURE_CODES } from '@authly/contract/failure-codes';
import { Heading } from '@authly/ui/heading.tsx';
import { Question } from '@authly/ui/question.tsx';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { BioAttemptView, SessionMoveView } from '@authly/service/actions/views.ts';
import type { SessionDetails } from '@authly/service/console/wire.ts';
import { useNews } from '../news.ts';
import { Problem } from '../parts/problem.tsx';
import { Status } from '../parts/status.tsx';
import { When } from '../parts/when.tsx';
import { addressOf } from '../place.ts';
import { useAct } from '../use-act.ts';
import { useAnswer } from '../use-answer.ts';

export function SessionRoom({ id, mayAct }: { id: string; mayAct: boolean }): VNode {
  const { value, problem, again } = useAnswer<SessionDetails>(`/api/sessions/${encodeURIComponent(id)}`);
  useNews(({ moved, more }) => {
    if (more || moved.includes(id)) again(true);
  });
  const failure = value?.fields['failure_code'] as keyof typeof FAILURE_CODES | null | undefined;
  return (
    <>
      <p>
        <a href={addressOf(['sessions'])}>Sessions</a>
      </p>
      <Heading text={`Session ${id}`} owner="Authly console" />
      <Problem text={problem} />
      {value && (
        <>
          <p class="now">
            <Status status={value.status} />
            {failure && ` ${failure}: ${FAILURE_CODES[failure] ?? ''}`}
          </p>
          <div class="cards beside">
            <section class="card">
              <h2>What happened</h2>
              <Timeline {...value} />
            </section>
            <section class="card">
              <h2>Session</h2>
              <Fields fields={value.fields} />
              <UserRef id={id} mayAct={mayAct} />
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

/** Moves and calls to the merchant in one line. Calls stand before the move that followed from them. */
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

const Attempt = ({ call, attempt, stage, ms, in_words, failure }: BioAttemptView): VNode => (
  <div>
    <p>
      <b>
        Bio API {call}, attempt {attempt}
      </b>{' '}
      <span class="soft">
        {ms} ms{failure !== null && `, stopped at: ${stage}`}
      </span>
    </p>
    <p>{in_words}</p>
    {failure !== null && <p class="soft">{failure}</p>}
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

/** Asked for, one at a time, and written into the trail. */
function UserRef({ id, mayAct }: { id: string; mayAct: boolean }): VNode | null {
  const [isAsking, setAsking] = useState(false);
  const [shown, setShown] = useState<string>();
  const showing = useAct<{ merchant_user_ref: string }>((answer) => setShown(answer.merchant_user_ref));
  if (!mayAct) return null;
  if (shown !== undefined)
    return (
      <p>
        merchant_user_ref <code>{shown}</code>
      </p>
    );
  const show = (): void => showing.run(`/api/sessions/${encodeURIComponent(id)}/user-ref`);
  return (
    <>
      <button type="button" class="small" onClick={() => setAsking(true)}>
        Show the user ref
      </button>
      {isAsking && (
        <Question
          title="Show whose session it was?"
          yes="Show it"
          no="Leave it"
          problem={showing.problem ?? ''}
          onYes={show}
          onClose={() => setAsking(false)}
        >
          The reference that the merchant knows its user by. That you have seen it is written into the audit trail.
        </Question>
      )}
    </>
  );
}
