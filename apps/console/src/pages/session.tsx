import { FAILURE_CODES } from '@authly/contract/wire/failure-codes';
import { DOCS_PATHS } from '@authly/contract/wire/page-addresses';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { baseUrl } from '../api.ts';
import { SESSIONS_EVERY_MS, useData } from '../hooks.ts';
import { ActionButton, ConfirmButton } from '../parts/actions.tsx';
import { WithCopy } from '../parts/copy.tsx';
import { Back, Card, Code, Problem, Status, Title, When } from '../parts/elements.tsx';
import { Fields } from '../parts/fields.tsx';
import { durationOf } from '../parts/time.ts';
import { routeTo } from '../route.ts';
import { Timeline } from './session-timeline.tsx';

type SessionDetails = CallResult<'session details'>;

export function SessionPage({ id }: { id: string }): VNode {
  const { value, problem } = useData('session details', { session_id: id }, SESSIONS_EVERY_MS);
  return (
    <>
      <Back href={routeTo(['sessions'])} text="Sessions" />
      <Title text={`Session …${id.slice(-6)}`} />
      <WithCopy text={id} what="session id" />
      <Problem text={problem} />
      {value && (
        <>
          <Outcome {...value} />
          <div class="cards side-by-side">
            <Card title="Timeline">
              <Timeline {...value} />
              <Webhook {...value} />
            </Card>
            <Card title="Session">
              <SessionFields {...value} />
              <UserRef sessionId={id} />
            </Card>
          </div>
        </>
      )}
    </>
  );
}

function Outcome({ fields: { status, failure_code: failure } }: SessionDetails): VNode {
  return (
    <p class="now">
      <Status status={status} />
      {failure && (
        <>
          {' '}
          <a href={`${baseUrl()}${DOCS_PATHS.errors}#${failure}`} target="_blank" rel="noreferrer">
            <Code text={failure} />
          </a>
          : {FAILURE_CODES[failure]?.meaning ?? ''}
        </>
      )}
    </p>
  );
}

/** Without what the heading and the timeline say. */
function SessionFields({ fields }: SessionDetails): VNode {
  const { session_id: _id, status: _status, failure_code: _code, ended_at, expires_at, ...rest } = fields;
  return <Fields fields={{ ...rest, ...(ended_at === null ? { expires_at } : { duration: durationOf(fields) }) }} />;
}

function Webhook({ webhook, fields: { ended_at, merchant_id } }: SessionDetails): VNode {
  if (webhook === null)
    return (
      <p class="soft">
        {ended_at === null ? 'The event is sent when the session ends.' : 'No webhook was set when it ended.'}
      </p>
    );
  const { session_id: session, state, next_at } = webhook;
  return (
    <div class="actions">
      <span>
        Event <Status status={state} />
      </span>
      {next_at !== null && (
        <span>
          next attempt <When at={next_at} />
        </span>
      )}
      <ActionButton
        label="Resend"
        action="webhook retry"
        params={{ merchant_id, session }}
        says="The event is sent again within seconds."
      />
    </div>
  );
}

/** Shown only on request, with an audit entry. */
function UserRef({ sessionId }: { sessionId: string }): VNode {
  const [shown, setShown] = useState<CallResult<'session user-ref'>>();
  if (shown !== undefined) return <Fields fields={{ ...shown }} />;
  return (
    <ConfirmButton
      label="Show user and text …"
      title="Show the user reference and the text?"
      action="session user-ref"
      params={{ session_id: sessionId }}
      onDone={setShown}
    >
      The merchant identifies its user with the reference. The user approved the text. The audit log records that you
      viewed them.
    </ConfirmButton>
  );
}
