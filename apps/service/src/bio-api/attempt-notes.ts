import type { Clock } from '../runtime/clock.ts';
import type { Logger } from '../observability/log.ts';
import type { BioAttempt } from '../session/bio-attempt.ts';
import type { BioCallReport } from './client.ts';

/** Concurrent writes. If the store hangs, further attempts are only logged. */
const MAX_WRITING = 1000;

interface AttemptNotesOptions {
  readonly note: (sessionId: string, attempts: readonly BioAttempt[]) => Promise<void>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Writes each call attempt to the log, and the session's list to the store. Runs in the background and never fails a call. */
export function attemptNotes({ note, clock, log }: AttemptNotesOptions) {
  const writing = new Set<Promise<void>>();
  const take = ({ merchantId, sessionId, call, attempts }: BioCallReport): void => {
    const at = clock.now();
    for (const each of attempts) {
      const { requestId, attempt, stage, status, code, reason, failure, ms } = each;
      const ids = { request_id: requestId, session_id: sessionId, merchant_id: merchantId };
      log[failure === null || failure === 'enrollment_not_found' ? 'info' : 'warn'](
        { ...ids, call, attempt, stage, status, code, reason, failure, ms },
        'bio call',
      );
    }
    if (writing.size >= MAX_WRITING) return;
    const noted = note(
      sessionId,
      attempts.map((each) => ({ at, call, ...each })),
    )
      .catch((error: unknown) =>
        log.warn(
          { err: error, request_id: attempts[0]?.requestId, session_id: sessionId },
          'Bio API call attempts not saved',
        ),
      )
      .finally(() => writing.delete(noted));
    writing.add(noted);
  };
  return { take, settled: () => Promise.all(writing) };
}
