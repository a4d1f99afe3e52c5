import { ERRORS } from '@authly/contract/errors';
import { DOCS_PATHS } from '@authly/contract/wire/page-addresses';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CallParams, CallResult } from '@authly/service/operator/console/calls.ts';
import { baseUrl } from '../api.ts';
import { PAGE_EVERY_MS, useData } from '../hooks.ts';
import { WithCopy } from '../parts/copy.tsx';
import { Card, Problem, Status, Table, Title, When } from '../parts/elements.tsx';
import { Fields } from '../parts/fields.tsx';
import { Choice, itself } from '../parts/forms.tsx';
import { routeTo } from '../route.ts';

type FailedCall = CallResult<'failed calls'>[number];
type Code = NonNullable<CallParams<'failed calls'>['code']>;

interface FailedCallsProps {
  readonly merchantId: string;
  readonly clients: readonly string[];
}

/** The newest failed calls of a merchant. */
export function FailedCalls({ merchantId, clients }: FailedCallsProps): VNode {
  const [code, setCode] = useState<Code | ''>('');
  const [client, setClient] = useState('');
  const filter = { ...(code !== '' && { code }), ...(client !== '' && { client_id: client }) };
  const { value, problem } = useData('failed calls', { merchant_id: merchantId, ...filter }, PAGE_EVERY_MS);
  const onCode = (chosen: string): void => setCode(chosen as Code | '');
  return (
    <>
      <div class="search-fields">
        <Choice name="code" label="Code" value={code} choices={itself(Object.keys(ERRORS))} onChange={onCode} />
        <Choice name="client" label="Client" value={client} choices={itself(clients)} onChange={setClient} />
      </div>
      <Problem text={problem} />
      <Table
        label="Failed calls, newest first"
        none="No failed calls."
        rows={value}
        keyOf={({ request_id }) => request_id}
        columns={[
          ['Time', ({ at }) => <When at={at} />],
          ['Failed call', ({ request_id, call }) => <a href={routeTo(['calls', request_id])}>{call}</a>],
          ['Answer', (failed) => <Answer {...failed} />],
          ['Field', ({ field }) => field],
          ['Client', ({ client_id }) => client_id ?? 'page or app'],
          ['Session', ({ session_id: id }) => id && <ShortSessionLink id={id} />],
        ]}
      />
    </>
  );
}

export const ShortSessionLink = ({ id }: { id: string }): VNode => (
  <a class="id" href={routeTo(['sessions', id])}>
    …{id.slice(-6)}
  </a>
);

/** The code leads to its documentation. */
export const Answer = ({ status, code }: Pick<FailedCall, 'status' | 'code'>): VNode => (
  <>
    {status}{' '}
    <a href={`${baseUrl()}${DOCS_PATHS.errors}#${code}`} target="_blank" rel="noreferrer">
      {code}
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
