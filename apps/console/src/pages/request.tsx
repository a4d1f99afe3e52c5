import type { VNode } from 'preact';
import { useData } from '../hooks.ts';
import { Copy } from '../parts/copy.tsx';
import { Card, Problem, Title } from '../parts/elements.tsx';
import { SessionsTable, useMerchantNames } from '../parts/sessions-table.tsx';
import { Fields } from './session.tsx';

/** The id is of an API answer, of a call to a merchant, or of both: the call has the id of the request that caused it. */
export function RequestPage({ id }: { id: string }): VNode {
  const { value, problem } = useData('find', { q: id });
  const nameOf = useMerchantNames();
  const { request = null, sessions = [] } = value ?? {};
  return (
    <>
      <Title text={`Request …${id.slice(-6)}`} />
      <p class="with-copy">
        <span class="id">{id}</span> <Copy text={id} what="request id" />
      </p>
      <Problem text={problem} />
      {request && (
        <div class="cards">
          <Card title="API answer" isBroad>
            <Fields fields={request} merchantName={nameOf(request.merchant_id ?? '')} />
          </Card>
        </div>
      )}
      {sessions.length > 0 && (
        <section>
          <h2>Call to the merchant</h2>
          <SessionsTable sessions={sessions} caption="The session that called the merchant" />
        </section>
      )}
      {value && request === null && sessions.length === 0 && (
        <p class="soft">
          Not found. Answers with 4xx and 5xx are kept for 7 days; of many at once from one caller only some. Calls to
          merchants are searched in the newest 100,000 sessions. The log of the service has every request.
        </p>
      )}
    </>
  );
}
