import { systemClock } from '../../../config/clock.ts';
import { SessionFeed, type FeedMove } from '../../../lifecycle/session-feed.ts';
import type { Lines } from '../cli-context.ts';
import { duration } from '../../actions/duration.ts';
import { isoTime, NotFoundError } from '../../actions/operator.ts';
import type { Output } from '../../actions/output.ts';
import { printableInLine } from '../../actions/printable.ts';
import type { StoreContext } from '../store-context.ts';

export interface WatchOptions {
  readonly merchant?: string;
  readonly since?: string;
  readonly for?: string;
  readonly limit?: number;
}

/** Prints a line for each change of a session, until it is stopped or a limit is reached. */
export async function watchSessions({ store, now }: StoreContext, options: WatchOptions, lines: Lines): Promise<void> {
  const { merchant: merchantId, limit = Infinity } = options;
  if (merchantId !== undefined && (await store.merchants.find(merchantId)) === undefined)
    throw new NotFoundError('merchant', merchantId, 'authly merchant list');
  const since = now() - (options.since === undefined ? 0 : duration(options.since));
  const over = new AbortController();
  const cancelTimer =
    options.for === undefined ? () => {} : systemClock.after(duration(options.for), () => over.abort());
  const stopped = AbortSignal.any([lines.stopped, over.signal]);
  const { sessions } = store;
  const feed = new SessionFeed({ sessions, clock: systemClock, since, merchantId, stopped, onTrouble: lines.warn });
  try {
    let printed = 0;
    for await (const moves of feed.moves())
      for (const move of moves) {
        if (stopped.aborted) return;
        await lines.print(lineOf(move));
        if (++printed >= limit) return;
      }
  } finally {
    cancelTimer();
  }
}

function lineOf({ at, sessionId, merchantId, mode, event, from, to, failureCode }: FeedMove): Output {
  const words = [
    isoTime(at),
    sessionId,
    printableInLine(merchantId),
    mode,
    `${from ?? '·'} → ${to}`,
    failureCode ?? '',
  ];
  return {
    json: {
      at: isoTime(at),
      session_id: sessionId,
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
