import { DOCS_PATHS } from '@authly/contract/wire/page-addresses';
import type { VNode } from 'preact';
import type { CallParams, CallResult } from '@authly/service/operator/console/calls.ts';
import { baseUrl } from '../api.ts';
import { PAGE_EVERY_MS, useData } from '../hooks.ts';
import { Id, SessionId, WithCopy } from '../parts/copy.tsx';
import { Card, Code, Problem, Status, Table, Title, When } from '../parts/elements.tsx';
import { Fields } from '../parts/fields.tsx';
import { routeTo } from '../route.ts';

type FailedCall = CallResult<'failed calls'>[number];

interface FailedCallsProps {
  readonly merchantId: string;
  readonly most: number;
  readonly filter?: Pick<CallParams<'failed calls'>, 'code' | 'client_id'>;
}

/** The newest failed calls of a merchant. */
export function FailedCalls({ merchantId, most, filter }: FailedCallsProps): VNode {
  const params = { merchant_id: merchantId, limit: most, ...filter };
  const { value, problem } = useData('failed calls', params, PAGE_EVERY_MS);
  return (
    <>
      <Problem text={problem} />
      <Table
        label="Failed calls, newest first"
        none="No failed calls."
        rows={value}
        keyOf={({ request_id }) => request_id}
        columns={[
          ['Time', ({ at }) => <When at={at} />],
          ['Answer', (failed) => <Answer {...failed} />],
          ['Failed call', ({ request_id, call }) => <a href={routeTo(['calls', request_id])}>{call}</a>],
          ['Field', ({ field }) => field],
          most > 5 && [
            'Client',
            ({ client_id: id }) => (id ? <Id id={id} what={`client id …${id.slice(-6)}`} /> : 'page or app'),
          ],
          ['Session', ({ session_id: id }) => id && <SessionId id={id} />],
        ]}
      />
    </>
  );
}

/** The code leads to its documentation. */
export const Answer = ({ status, code }: Pick<FailedCall, 'status' | 'code'>): VNode => (
  <>
    {status}{' '}
    <a href={`${baseUrl()}${DOCS_PATHS.errors}#${code}`} target="_blank" rel="noreferrer">
      <Code text={code} />
    </a>
  </>
);

export function FailedCallPage({ id }: { id: string }): VNode {
  const { value, problem } = useData('find', { q: id });
  return (
    <>
      <Title text={`Failed call …${id.slice(-6)}`} />
      <WithCopy text={id} what="request id" />
      <Problem text={value?.failedCall === null ? 'There is no failed call with this id.' : problem} />
      {value?.failedCall && <Cause {...value.failedCall} />}
    </>
  );
}

const Cause = ({ status, code, in_words, request_id: _id, ...fields }: FailedCall): VNode => (
  <>
    <p class="now">
      <Status status="failed" /> <Answer status={status} code={code} />: {in_words}
    </p>
    <Card title="Call">
      <Fields fields={fields} />
    </Card>
  </>
);
