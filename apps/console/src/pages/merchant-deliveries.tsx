import type { ComponentChildren, VNode } from 'preact';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { may } from '../api.ts';
import { useData } from '../hooks.ts';
import { ActionButton } from '../parts/actions.tsx';
import { Problem, Status, Table, When } from '../parts/elements.tsx';
import { durationInWords } from '../parts/time.ts';
import { ShortSessionLink } from './failed-calls.tsx';

const EVERY_MS = 5000;
const LATEST = 20;

interface DeliveriesProps {
  readonly merchantId: string;
  readonly isPaused: boolean;
  readonly tests: NonNullable<CallResult<'merchant details'>['webhook']>['tests'];
}

/** The latest delivery attempts, those of test events too, and the events without one. */
export function Deliveries({ merchantId, isPaused, tests }: DeliveriesProps): VNode {
  const { value, problem } = useData('webhook deliveries', { merchant_id: merchantId }, EVERY_MS);
  const lines = [...(value ?? []).flatMap(linesOf), ...tests.map(testLine)].sort((a, b) => b.at.localeCompare(a.at));
  return (
    <>
      <h3>Latest delivery attempts</h3>
      <Problem text={problem} />
      <Table
        label="Delivery attempts, newest first"
        none="No events yet."
        rows={value && lines.slice(0, LATEST)}
        keyOf={({ key }) => key}
        columns={[
          ['Time', ({ attempt }) => (attempt ? <When at={attempt.at} /> : 'Not sent yet')],
          ['Session', ({ session }) => session],
          ['Attempt', ({ attempt }) => attempt?.attempt],
          ['Result', ({ attempt }) => attempt?.result],
          ['Duration', ({ attempt }) => (attempt?.ms == null ? null : durationInWords(attempt.ms))],
          ['Event', ({ state }) => state && <Status status={state} />],
          ['Next attempt', ({ event }) => event?.next_at && !isPaused && <When at={event.next_at} />],
          may('webhook retry') && [
            'Actions',
            ({ event }) =>
              event && (
                <ActionButton
                  label="Resend"
                  fullLabel={`Resend the event of ${event.session_id}`}
                  action="webhook retry"
                  params={{ merchant_id: merchantId, session: event.session_id }}
                  says={`The event is sent again ${isPaused ? 'once the webhook is resumed' : 'within seconds'}.`}
                />
              ),
          ],
        ]}
      />
    </>
  );
}

type Delivery = CallResult<'webhook deliveries'>[number];

interface Line {
  readonly key: string;
  readonly at: string;
  readonly session: ComponentChildren;
  readonly attempt?: { at: string; attempt?: number; result: string; ms: number | null } | undefined;
  /** Only the newest attempt of an event has the event with its button. */
  readonly event?: Delivery | undefined;
  readonly state?: string | undefined;
}

function linesOf(event: Delivery): Line[] {
  const { session_id, ended_at, state, delivery_attempts } = event;
  const attempts = delivery_attempts.length === 0 ? [undefined] : delivery_attempts;
  return attempts.map((attempt) => ({
    key: `${session_id} ${attempt?.at}`,
    at: attempt?.at ?? ended_at ?? '',
    session: <ShortSessionLink id={session_id} />,
    attempt,
    ...(attempt === attempts.at(-1) && { event, state }),
  }));
}

const testLine = ({ at, delivered, result, ms }: DeliveriesProps['tests'][number]): Line => ({
  key: `test ${at}`,
  at,
  session: 'Test event',
  attempt: { at, result, ms },
  state: delivered ? 'delivered' : 'failed',
});
