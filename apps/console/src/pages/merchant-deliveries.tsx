import type { VNode } from 'preact';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { useAction, useData, useRepeat } from '../hooks.ts';
import { Problem, Said, Status, Table, When, type TableRow } from '../parts/elements.tsx';
import { durationInWords } from '../parts/time.ts';
import { routeTo } from '../route.ts';

const EVERY_MS = 5000;
const LATEST = 20;
const COLUMNS = ['Time', 'Session', 'Attempt', 'Result', 'Duration', 'Event', 'Next attempt'];

interface DeliveriesProps {
  readonly merchantId: string;
  readonly isAdmin: boolean;
  readonly isPaused: boolean;
}

/** The latest delivery attempts of the latest events, and the events that wait for their first. */
export function Deliveries({ merchantId, isAdmin, isPaused }: DeliveriesProps): VNode {
  const { value, problem, reload } = useData('webhook deliveries', { merchant_id: merchantId });
  useRepeat(EVERY_MS, () => reload(true));
  const resend = useAction('webhook retry', () => reload());
  const when = isPaused ? 'once the webhook is resumed' : 'within seconds';
  const onResend = isAdmin ? (session: string): void => resend.run({ merchant_id: merchantId, session }) : undefined;
  const lines = value?.flatMap(linesOf).sort((a, b) => b.sortedAt.localeCompare(a.sortedAt));
  const rows = lines?.slice(0, LATEST).map((line) => rowOf(line, isPaused, onResend));
  return (
    <>
      <h3>Latest delivery attempts</h3>
      <Problem text={problem ?? resend.problem} />
      <Said text={resend.isDone ? `The event is sent again ${when}.` : ''} />
      {rows?.length === 0 && <p class="soft">No events yet.</p>}
      {rows && rows.length > 0 && (
        <Table
          label="Delivery attempts, newest first"
          columns={[...COLUMNS, ...(isAdmin ? ['Actions'] : [])]}
          rows={rows}
        />
      )}
    </>
  );
}

type Delivery = CallResult<'webhook deliveries'>[number];
type Attempt = Delivery['delivery_attempts'][number];

interface Line {
  readonly event: Delivery;
  readonly attempt: Attempt | undefined;
  /** The newest of its event, which has its state and its button. */
  readonly isNewest: boolean;
  readonly sortedAt: string;
}

function linesOf(event: Delivery): Line[] {
  const { delivery_attempts: attempts, ended_at } = event;
  if (attempts.length === 0) return [{ event, attempt: undefined, isNewest: true, sortedAt: ended_at ?? '' }];
  return attempts.map((attempt, i) => ({
    event,
    attempt,
    isNewest: i === attempts.length - 1,
    sortedAt: attempt.at,
  }));
}

function rowOf(
  { event, attempt, isNewest, sortedAt }: Line,
  isPaused: boolean,
  onResend: ((sessionId: string) => void) | undefined,
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
  ];
  const resend = isNewest && onResend && (
    <button type="button" aria-label={`Resend the event of ${id}`} onClick={() => onResend(id)}>
      Resend
    </button>
  );
  return { key: `${id} ${sortedAt}`, cells: onResend ? [...cells, resend] : cells };
}
