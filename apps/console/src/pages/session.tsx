import { FAILURE_CODES } from '@authly/contract/wire/failure-codes';
import { DOCS_PATHS } from '@authly/contract/wire/page-addresses';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { baseUrl } from '../api.ts';
import { SESSIONS_EVERY_MS, useData } from '../hooks.ts';
import { ConfirmButton } from '../parts/actions.tsx';
import { Copy, WithCopy } from '../parts/copy.tsx';
import { Back, Card, Problem, Status, Title } from '../parts/elements.tsx';
import { Fields } from '../parts/fields.tsx';
import { ProbeNow } from '../parts/probe-now.tsx';
import { routeTo } from '../route.ts';
import { SessionWebhook } from './session-webhook.tsx';
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
            </Card>
            <div class="stack">
              <Card title="Session">
                <SessionFields {...value} />
                <UserRef sessionId={id} />
              </Card>
              <Card title="Webhook">
                <SessionWebhook {...value} />
              </Card>
              <Card title="Bio API">
                <ProbeNow merchantId={value.fields['merchant_id']!} />
              </Card>
            </div>
          </div>
        </>
      )}
    </>
  );
}

function Outcome({ status, fields }: SessionDetails): VNode {
  const failure = fields['failure_code'] as keyof typeof FAILURE_CODES | null | undefined;
  return (
    <p class="now">
      <Status status={status} />
      {failure && (
        <>
          {' '}
          <a href={`${baseUrl()}${DOCS_PATHS.errors}#${failure}`} target="_blank" rel="noreferrer">
            {failure}
          </a>
          : {FAILURE_CODES[failure]?.meaning ?? ''}
        </>
      )}
    </p>
  );
}

const SessionFields = ({ fields: { session_id: _id, ...fields } }: SessionDetails): VNode => <Fields fields={fields} />;

/** Shown only on request, with an audit entry. */
function UserRef({ sessionId }: { sessionId: string }): VNode {
  const [shown, setShown] = useState<string>();
  if (shown !== undefined)
    return (
      <p class="with-copy">
        merchant_user_ref <code>{shown}</code> <Copy text={shown} what="user reference" />
      </p>
    );
  return (
    <ConfirmButton
      label="Show user reference …"
      title="Show the user reference?"
      action="session user-ref"
      params={{ session_id: sessionId }}
      onDone={({ merchant_user_ref }) => setShown(merchant_user_ref)}
    >
      The merchant identifies its user with it. The audit log records that you viewed it.
    </ConfirmButton>
  );
}
