import type { VNode } from 'preact';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { ActionButton } from '../parts/actions.tsx';
import { Status, When } from '../parts/elements.tsx';
import { durationInWords } from '../parts/time.ts';

type SessionDetails = CallResult<'session details'>;

export function SessionWebhook({ webhook, fields }: SessionDetails): VNode {
  if (webhook === null)
    return (
      <p class="soft">
        {fields['ended_at'] === null ? 'The event is sent when the session ends.' : 'No webhook was set when it ended.'}
      </p>
    );
  const { session_id, state, next_at, delivery_attempts } = webhook;
  return (
    <>
      <p>
        <Status status={state} /> {next_at !== null && 'next attempt '}
        {next_at !== null && <When at={next_at} />}
      </p>
      <Attempts attempts={delivery_attempts} />
      <ActionButton
        label="Resend"
        action="webhook retry"
        params={{ merchant_id: fields['merchant_id']!, session: session_id }}
        says="The event is sent again within seconds."
      />
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
