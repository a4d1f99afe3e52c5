import { LIMITS } from '@authly/contract/wire/limits';
import { advanceSession } from '../../lifecycle/advance-session.ts';
import type { Session } from '../../session/session.ts';
import { ApiError } from '../../http/api-error.ts';
import type { App } from '../app.ts';
import type { ApiCall, Handle } from '../call.ts';
import { sessionMerchant } from '../hosted-view.ts';
import { jsonBody } from '../steps/json-body.ts';
import { appSessionOf, appStatus } from '../steps/session.ts';

/** The response comes after processing and never contains whether it matched. A later callback returns the status; its body is not read. */
export const appCallback: Handle = async (call, app) => {
  try {
    const session = await appSessionOf(call, app);
    const advance = await app.capture.process(session, async () => {
      const shapes = app.payloadShapes.get(session.type);
      if (shapes === undefined) throw new ApiError('internal_error');
      const read = () => app.callbacks.read(session.id, call.body, () => jsonBody(call, shapes.callback));
      const captured = await countRefusals(app, session, call.body, read);
      const merchant = await sessionMerchant(app, session);
      // Checked before the capture is accepted: a rejected app can send it again.
      await app.keys.check(['bio-signing', 'capture-sealing']);
      return { merchant, captured, afterAnswer: call.afterAnswer };
    });
    if (advance === undefined) throw new ApiError('session_not_found');
    // If processing ended too late, the stored status is the response, not an error.
    if ('refusal' in advance && advance.session.processingDeadline === null) throw new ApiError(advance.refusal);
    return appStatus(advance.session);
  } finally {
    // These bytes contain features and key.
    call.body.wipe();
  }
};

/** A refused body can be sent again. Refusals are counted for all processes, and the last allowed one fails the session. A body that broke off counts for nothing. */
async function countRefusals<T>(app: App, session: Session, body: ApiCall['body'], read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ApiError && error.status === 400 && !body.brokeOff) await countRefusal(app, session);
    throw error;
  }
}

async function countRefusal({ store, clock }: App, session: Session): Promise<void> {
  const now = clock.now();
  const key = `refused-callback:${session.id}`;
  const counted = await store.attempts.count(key, LIMITS.refusedCallbacks - 1, session.createdAt - 1, now);
  if (counted === undefined)
    await advanceSession(store.sessions, session, { event: 'app_failure', failureCode: 'capture_failed' }, now);
}
