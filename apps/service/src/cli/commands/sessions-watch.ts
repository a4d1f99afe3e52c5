import { setTimeout } from 'node:timers/promises';
import { systemClock } from '../../runtime/clock.ts';
import type { Lines } from '../cli-context.ts';
import { duration } from '../../operator/actions/duration.ts';
import { findMerchant } from '../../operator/actions/merchant-view.ts';
import { isoTime } from '../../session/iso-time.ts';
import type { Output } from '../../operator/actions/output.ts';
import { printableInLine } from '../../operator/actions/printable.ts';
import { sessionPoll, type SessionMove } from '../session-poll.ts';
import type { StoreContext } from '../store-context.ts';

export interface WatchOptions {
  readonly merchant?: string;
  readonly since?: string;
  readonly for?: string;
  readonly limit?: number;
}

const POLL_MS = 1000;

/** Prints a line for each change of a session, until it is stopped or a limit is reached. */
export async function watchSessions({ store, now }: StoreContext, options: WatchOptions, lines: Lines): Promise<void> {
  const { merchant: merchantId, limit = Infinity } = options;
  if (merchantId !== undefined) await findMerchant({ store }, merchantId);
  const since = now() - (options.since === undefined ? 0 : duration(options.since));
  const over = new AbortController();
  const cancelTimer =
    options.for === undefined ? () => {} : systemClock.after(duration(options.for), () => over.abort());
  const stopped = AbortSignal.any([lines.stopped, over.signal]);
  const nextMoves = sessionPoll(store.sessions, { since, merchantId, warn: lines.warn });
  try {
    let printed = 0;
    while (!stopped.aborted) {
      for (const move of await nextMoves()) {
        if (stopped.aborted) return;
        await lines.print(lineOf(move));
        if (++printed >= limit) return;
      }
      await setTimeout(POLL_MS, undefined, { signal: stopped }).catch(() => {});
    }
  } finally {
    cancelTimer();
  }
}

function lineOf({ at, event, from, to, session }: SessionMove): Output {
  const { id, merchantId, mode } = session;
  const failureCode = to === session.status ? session.failureCode : null;
  const words = [isoTime(at), id, printableInLine(merchantId), mode, `${from ?? '·'} → ${to}`, failureCode ?? ''];
  return {
    json: {
      at: isoTime(at),
      session_id: id,
      merchant_id: merchantId,
      mode,
      event,
      from,
      to,
      failure_code: failureCode,
    },
    text: words.join('  ').trimEnd(),
  };
}
