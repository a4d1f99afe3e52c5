import type { VNode } from 'preact';
import type { CallResult } from '@authly/service/operator/wire/calls.ts';
import { may } from '../api.ts';
import { useAction } from '../hooks.ts';
import { Problem, Said, Status, When } from '../parts/elements.tsx';
import { durationInWords } from '../parts/time.ts';

type SessionDetails = CallResult<'session details'>;

export function SessionWebhook(props: SessionDetails & { onChanged: () => void }): VNode {
  const { webhook, fields, onChanged } = props;
  const resend = useAction('webhook retry', onChanged);
  if (webhook === null)
    return (
      <p class="soft">
        {fields['ended_at'] === null ? 'The event is sent when the session ends.' : 'No webhook was set when it ended.'}
      </p>
    );
  const { session_id, state, next_at, delivery_attempts } = webhook;
  const params = { merchant_id: fields['merchant_id']!, session: session_id };
  return (
    <>
      <p>
        <Status status={state} /> {next_at !== null && 'next attempt '}
        {next_at !== null && <When at={next_at} />}
      </p>
      <Attempts attempts={delivery_attempts} />
      {may('webhook retry') && (
        <button type="button" disabled={resend.isBusy} onClick={() => resend.run(params)}>
          Resend
        </button>
      )}
      <Said text={resend.isDone ? 'The event is sent again within seconds.' : ''} />
      <Problem text={resend.problem} />
    </>
  );
}

const Attempts = ({ attempts }: { attempts: NonNullable<SessionDetails['webhook']>['delivery_attempts'] }): VNode => (
  <ol class="timeline">
    {attempts.map(({ attempt, at, result, ms }) => (
      <li key={at} class={/^2\d\d$/.test(result) ? 'call' : 'call bad'}>
        <When at={at} short />
        <p>
          <b>Delivery attempt {attempt}</b> {result} {ms !== null && <span class="soft">{durationInWords(ms)}</span>}
        </p>
      </li>
    ))}
  </ol>
);
