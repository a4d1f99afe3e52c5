import type { VNode } from 'preact';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { may } from '../api.ts';
import { useData } from '../hooks.ts';
import { ActionButton } from '../parts/actions.tsx';
import { SessionId } from '../parts/copy.tsx';
import { Problem, Status, Table, When } from '../parts/elements.tsx';
import { durationInWords } from '../parts/time.ts';

const EVERY_MS = 5000;
export const STATES = ['delivered', 'waiting', 'given_up', 'failed'];

type Delivery = CallResult<'webhook deliveries'>[number];
type TestEvent = NonNullable<CallResult<'merchant details'>['webhook']>['tests'][number];

interface DeliveriesProps {
  readonly merchantId: string;
  readonly state: string;
  readonly tests: readonly TestEvent[];
  readonly most: number;
  /** If it is empty, in any state. */
  readonly ofState?: string;
}

/** The newest events, with their last delivery attempt, and test events. The page of a session has each attempt. */
export function Deliveries({ merchantId, state: endpoint, tests, most, ofState = '' }: DeliveriesProps): VNode {
  const { value, problem } = useData('webhook deliveries', { merchant_id: merchantId, limit: most }, EVERY_MS);
  const isPaused = endpoint === 'paused';
  const isWhole = most > 5;
  const timeOf = ({ last_at, ended_at }: ReturnType<typeof testRow> | Delivery): string => last_at ?? ended_at ?? '';
  const rows = [...(value ?? []), ...tests.map(testRow)]
    .filter(({ state }) => ofState === '' || state === ofState)
    .sort((a, b) => timeOf(b).localeCompare(timeOf(a)));
  return (
    <>
      <Problem text={problem} />
      <Table
        label="Deliveries, newest first"
        none="No events."
        rows={value && rows.slice(0, most)}
        keyOf={(row) => `${row.session_id} ${row.session_id === null ? timeOf(row) : ''}`}
        columns={[
          ['Time', (row) => <When at={timeOf(row)} />],
          ['Session', ({ session_id }) => (session_id === null ? 'Test event' : <SessionId id={session_id} />)],
          ['Event', ({ state }) => <Status status={state} />],
          isWhole && ['Attempts', ({ attempts }) => attempts, true],
          ['Result', ({ last_result }) => last_result ?? 'Not sent yet'],
          isWhole && ['Duration', ({ last_ms }) => last_ms !== null && durationInWords(last_ms)],
          isWhole && ['Next attempt', ({ next_at }) => next_at && !isPaused && <When at={next_at} />, true],
          may('webhook retry') && [
            'Actions',
            ({ session_id: session }) =>
              session && (
                <ActionButton
                  label="Resend"
                  fullLabel={`Resend the event of ${session}`}
                  action="webhook retry"
                  params={{ merchant_id: merchantId, session }}
                  says={`The event is sent again ${isPaused ? 'once the webhook is resumed' : 'within seconds'}.`}
                />
              ),
          ],
        ]}
      />
    </>
  );
}

/** A test event, as an event of no session. */
const testRow = ({ at, delivered, result, ms }: TestEvent) => ({
  session_id: null,
  ended_at: at,
  state: delivered ? 'delivered' : 'failed',
  attempts: 1,
  last_result: result,
  last_ms: ms,
  last_at: at,
  next_at: null,
});
