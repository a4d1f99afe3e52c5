import { verifyWebhook, WebhookError } from '@authly/merchant';
import type { Trace } from './trace.ts';
import type { User } from './users.ts';

export const WEBHOOK_PATH = '/webhooks/authly';

interface WebhookReceiverOptions {
  readonly secret: string | undefined;
  readonly trace: Trace;
  readonly userOf: (sessionId: string) => User | undefined;
  readonly settle: (user: User, sessionId: string) => Promise<unknown>;
}

/** The event proves nothing: the shop reads the result, so that a closed browser loses no enrollment. */
export function webhookReceiver({
  secret,
  trace,
  userOf,
  settle,
}: WebhookReceiverOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    if (secret === undefined || request.method !== 'POST') return new Response(null, { status: 404 });
    const began = performance.now();
    try {
      const event = await verifyWebhook(await request.text(), request.headers, { secret });
      const user = event.type === 'session.final' ? userOf(event.data.session_id) : undefined;
      if (user !== undefined && event.type === 'session.final') {
        const { session_id } = event.data;
        trace.serviceCall(user.name, request, 204, performance.now() - began, { type: event.type, session_id });
        await trace.of(user.name, () => settle(user, session_id));
      }
      return new Response(null, { status: 204 });
    } catch (error) {
      // Authly repeats an event after an error of the shop.
      return new Response(null, { status: error instanceof WebhookError ? 400 : 500 });
    }
  };
}
