import { verifyWebhook, WebhookError } from '@authly/merchant';
import type { Trace } from './trace.ts';
import type { User } from './users.ts';

export const WEBHOOK_PATH = '/webhooks/authly';

interface WebhookReceiverOptions {
  /** Absent: the shop was given none, and takes no events. */
  readonly secret: string | undefined;
  readonly trace: Trace;
  /** Whose session it is, as far as this process knows. */
  readonly userOf: (sessionId: string) => User | undefined;
  /** Reads the result and does what follows from it. */
  readonly settle: (user: User, sessionId: string) => Promise<unknown>;
}

/**
 * Authly says that a session has ended. The shop reads the result then, also where nobody looks any more: a browser that was closed
 * loses no enrollment. The event itself proves nothing, so it may come twice, or be missed: the page's own look does the same.
 */
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
        trace.serviceCall(user.name, request, 204, performance.now() - began);
        await trace.of(user.name, () => settle(user, event.data.session_id));
      }
      return new Response(null, { status: 204 });
    } catch (error) {
      // Anything but a bad event is the shop's own trouble: Authly tries again.
      return new Response(null, { status: error instanceof WebhookError ? 400 : 500 });
    }
  };
}
