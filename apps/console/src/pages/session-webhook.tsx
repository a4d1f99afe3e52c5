import type { VNode } from 'preact';
import type { SessionDetails } from '@authly/service/console/wire.ts';
import { useAction } from '../hooks.ts';
import { Problem, Said, Status, When } from '../parts/elements.tsx';
import { durationInWords } from '../parts/time.ts';

/** The delivery of the event that this session has ended. */
export function SessionWebhook(props: SessionDetails & { isAdmin: boolean; onChanged: () => void }): VNode {
  const { webhook, fields, isAdmin, onChanged } = props;
  const resend = useAction(onChanged);
  if (webhook === null)
    return (
      <p class="soft">
        {fields['ended_at'] === null ? 'The event is sent when the session ends.' : 'No webhook was set when it ended.'}
      </p>
    );
  const { session_id, state, attempts, last_result, last_ms, last_at, next_at } = webhook;
  const path = `/api/merchants/${encodeURIComponent(fields['merchant_id']!)}/webhook/retry`;
  return (
    <>
      <dl>
        <div>
          <dt>Delivery</dt>
          <dd>
            <Status status={state} />
          </dd>
        </div>
        <div>
          <dt>Attempts</dt>
          <dd>{attempts}</dd>
        </div>
        <div>
          <dt>Last result</dt>
          <dd>
            {last_result ?? '–'} {last_ms !== null && <span class="soft">{durationInWords(last_ms)}</span>}
          </dd>
        </div>
        <div>
          <dt>{next_at === null ? 'Last attempt' : 'Next attempt'}</dt>
          <dd>
            <When at={next_at ?? last_at} />
          </dd>
        </div>
      </dl>
      {isAdmin && (
        <button type="button" class="small" disabled={resend.isBusy} onClick={() => resend.run(path, { session_id })}>
          Resend
        </button>
      )}
      <Said text={resend.isDone ? 'The event is sent again within seconds.' : ''} />
      <Problem text={resend.problem} />
    </>
  );
}
