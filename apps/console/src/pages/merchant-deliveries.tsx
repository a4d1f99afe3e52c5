import type { VNode } from 'preact';
import type { CallResult } from '@authly/service/operator/wire/calls.ts';
import { may } from '../api.ts';
import { useAction, useData } from '../hooks.ts';
import { Problem, Said, Status, Table, When, type TableRow } from '../parts/elements.tsx';
import { durationInWords } from '../parts/time.ts';
import { routeTo } from '../route.ts';

const EVERY_MS = 5000;
const LATEST = 20;
const COLUMNS = ['Time', 'Session', 'Attempt', 'Result', 'Duration', 'Event', 'Next attempt'];

interface DeliveriesProps {
  readonly merchantId: string;
  readonly isPaused: boolean;
  readonly tests: NonNullable<CallResult<'merchant details'>['webhook']>['tests'];
}

/** The latest delivery attempts, those of test events too, and the events without one. */
export function Deliveries({ merchantId, isPaused, tests }: DeliveriesProps): VNode {
  const { value, problem, reload } = useData('webhook deliveries', { merchant_id: merchantId }, EVERY_MS);
  const resend = useAction('webhook retry', () => reload());
  const when = isPaused ? 'once the webhook is resumed' : 'within seconds';
  const onResend = (session: string): void => resend.run({ merchant_id: merchantId, session });
  const attempts = value?.flatMap(linesOf).map((line) => ({ ...rowOf(line, isPaused, onResend), at: line.sortedAt }));
  const rows = attempts && [...attempts, ...tests.map(testRow)].sort((a, b) => b.at.localeCompare(a.at));
  return (
    <>
      <h3>Latest delivery attempts</h3>
      <Problem text={problem ?? resend.problem} />
      <Said text={resend.isDone ? `The event is sent again ${when}.` : ''} />
      {rows && (
        <Table
          label="Delivery attempts, newest first"
          columns={[...COLUMNS, may('webhook retry') && 'Actions']}
          rows={rows.slice(0, LATEST)}
          none="No events yet."
        />
      )}
    </>
  );
}

type Delivery = CallResult<'webhook deliveries'>[number];

interface Line {
  readonly event: Delivery;
  readonly attempt: Delivery['delivery_attempts'][number] | undefined;
  /** The newest attempt of an event has the event's state and button. */
  readonly isNewest: boolean;
  readonly sortedAt: string;
}

function linesOf(event: Delivery): Line[] {
  const { delivery_attempts, ended_at } = event;
  const attempts = delivery_attempts.length === 0 ? [undefined] : delivery_attempts;
  return attempts.map((attempt) => ({
    event,
    attempt,
    isNewest: attempt === attempts.at(-1),
    sortedAt: attempt?.at ?? ended_at ?? '',
  }));
}

const testRow = ({ at, delivered, result, ms }: DeliveriesProps['tests'][number]) => ({
  key: `test ${at}`,
  at,
  cells: [
    <When at={at} />,
    'Test event',
    null,
    result,
    durationInWords(ms),
    <Status status={delivered ? 'delivered' : 'failed'} />,
  ],
});

function rowOf(
  { event, attempt, isNewest, sortedAt }: Line,
  isPaused: boolean,
  onResend: (sessionId: string) => void,
): TableRow {
  const { session_id: id, state, next_at } = event;
  const cells = [
    attempt ? <When at={attempt.at} /> : 'Not sent yet',
    <a class="id" href={routeTo(['sessions', id])}>
      …{id.slice(-6)}
    </a>,
    attempt?.attempt,
    attempt?.result,
    attempt?.ms == null ? null : durationInWords(attempt.ms),
    isNewest && <Status status={state} />,
    isNewest && next_at !== null && !isPaused && <When at={next_at} />,
    isNewest && (
      <button type="button" aria-label={`Resend the event of ${id}`} onClick={() => onResend(id)}>
        Resend
      </button>
    ),
  ];
  return { key: `${id} ${sortedAt}`, cells };
}
