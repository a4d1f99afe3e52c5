import type { Dispatcher } from 'undici';
import type { Clock } from '../runtime/clock.ts';
import type { BioStage } from '../session/bio-attempt.ts';
import type { Connection, MerchantConnections } from './merchant-connections.ts';
import { Exchange, type AttemptEnd } from './exchange.ts';

interface AttemptOptions {
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly readsBody?: boolean;
}

export interface Attempted {
  readonly end: AttemptEnd;
  readonly stage: BioStage;
}

/** One deadline covers the wait for a connection, its setup, the request and the whole response. */
export function attempt(
  connections: MerchantConnections,
  request: Dispatcher.DispatchOptions,
  { timeoutMs, clock, readsBody }: AttemptOptions,
): Promise<Attempted> {
  return new Promise((resolve) => {
    let connection: Connection | undefined;
    let leave: (() => void) | undefined;
    const exchange = new Exchange((end) => {
      cancelDeadline();
      const stage = stageOf(end, connection);
      leave?.();
      // A connection is reusable only after a complete response.
      if (connection !== undefined) connections[end.kind === 'answered' ? 'giveBack' : 'discard'](connection);
      resolve({ end, stage });
    }, readsBody);
    const cancelDeadline = clock.after(timeoutMs, () => exchange.end('timeout'));
    leave = connections.take((taken) => {
      if (taken === undefined) return exchange.shed();
      connection = taken;
      taken.client.dispatch(request, exchange);
    });
  });
}

function stageOf(end: AttemptEnd, connection: Connection | undefined): BioStage {
  if (end.kind === 'shed' || connection === undefined) return 'queue';
  if (end.status === undefined) return connection.stage;
  return end.status === 200 ? 'body' : 'status';
}
