import type { VNode } from 'preact';
import type { WebhookDeliveryView } from '@authly/service/actions/views.ts';
import { useAction, useData, useRepeat } from '../hooks.ts';
import { Problem, Said, Status, Table, When, type TableRow } from '../parts/elements.tsx';
import { durationInWords } from '../parts/time.ts';
import { routeTo } from '../route.ts';

const EVERY_MS = 5000;
const COLUMNS = ['Session', 'Ended', 'State', 'Attempts', 'Last attempt', 'Result', 'Duration', 'Next attempt'];

interface DeliveriesProps {
  /** Of the merchant. */
  readonly path: string;
  readonly isAdmin: boolean;
  readonly isPaused: boolean;
}

/** The latest events, each with its last delivery attempt. */
export function Deliveries({ path, isAdmin, isPaused }: DeliveriesProps): VNode {
  const { value, problem, reload } = useData<readonly WebhookDeliveryView[]>(`${path}/deliveries`);
  useRepeat(EVERY_MS, () => reload(true));
  const resend = useAction(() => reload());
  const when = isPaused ? 'once the webhook is resumed' : 'within seconds';
  const onResend = isAdmin
    ? (session_id: string): void => resend.run(`${path}/webhook/retry`, { session_id })
    : undefined;
  const rows = value?.map((each) => rowOf(each, isPaused, onResend));
  return (
    <>
      <h3>Deliveries</h3>
      <Problem text={problem ?? resend.problem} />
      <Said text={resend.isDone ? `The event is sent again ${when}.` : ''} />
      {rows?.length === 0 && <p class="soft">No events yet.</p>}
      {rows && rows.length > 0 && (
        <Table label="Deliveries" columns={[...COLUMNS, ...(isAdmin ? ['Actions'] : [])]} rows={rows} />
      )}
    </>
  );
}

function rowOf(
  delivery: WebhookDeliveryView,
  isPaused: boolean,
  onResend: ((sessionId: string) => void) | undefined,
): TableRow {
  const { session_id: id, ended_at, state, attempts, last_at, last_result, last_ms, next_at } = delivery;
  const cells = [
    <a class="id" href={routeTo(['sessions', id])}>
      …{id.slice(-6)}
    </a>,
    <When at={ended_at} />,
    <Status status={state} />,
    attempts,
    <When at={last_at} />,
    last_result,
    last_ms === null ? null : durationInWords(last_ms),
    isPaused || next_at === null ? null : <When at={next_at} />,
  ];
  const resend = onResend && (
    <button type="button" class="small" aria-label={`Resend the event of ${id}`} onClick={() => onResend(id)}>
      Resend
    </button>
  );
  return { key: id, cells: resend ? [...cells, resend] : cells };
}
