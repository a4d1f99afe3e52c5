import { ApiError } from '../api-error.ts';
import type { Endpoint } from '../call.ts';
import { jsonBody } from '../steps/json-body.ts';
import { appSessionOf, appStatus } from '../steps/session.ts';

/**
 * The sealed capture. The answer comes once processing has ended, and never
 * says whether it matched. A later callback, whatever its body, is answered with the status: nothing of it is read.
 */
export const appCallback: Endpoint = {
  operation: 'appCallback',
  async handle(call, app) {
    try {
      const session = await appSessionOf(call, app);
      const advance = await app.capture.process(session, async () => {
        const shapes = app.payloadShapes.get(session.type);
        if (shapes === undefined) throw new ApiError('internal_error');
        const captured = await jsonBody(call, shapes.callback);
        const merchant = await app.store.merchants.find(session.merchantId);
        if (merchant === undefined) throw new ApiError('internal_error');
        // What was captured is kept in this request alone: an app that is refused here still has it.
        await app.keys.check(['bio-signing']);
        return { merchant, captured, afterAnswer: call.afterAnswer };
      });
      if (advance === undefined) throw new ApiError('session_not_found');
      // Processing that ended too late was overtaken by the clock: the stored status is the answer, not an error.
      if ('refusal' in advance && advance.session.processingDeadline === null) throw new ApiError(advance.refusal);
      return appStatus(advance.session);
    } finally {
      // The bytes that held features and key.
      call.body.wipe();
    }
  },
};
