import { type Components, type Json, parameter, refer, TEXT } from './openapi-components.ts';
import { EXAMPLE_VALUES } from '../operations/example-values.ts';
import { JSON_BODY } from '../wire/operation-row.ts';
import { SESSION_FINAL, SessionFinalEvent, WebhookTestEvent } from '../schemas/webhook.ts';

const HEADERS: Readonly<Record<string, string>> = {
  'webhook-id': 'The same each time that this event is sent.',
  'webhook-timestamp': 'Seconds since 1970, of this attempt. Refuse one that is more than five minutes from now.',
  'webhook-signature':
    'For each live secret `v1,` and the base64 of HMAC-SHA-256 over id, timestamp and raw body, joined by dots; several are separated by a space.',
};

export const openApiWebhooks = (components: Components): Json => ({
  [SESSION_FINAL]: webhook(
    {
      operationId: 'sessionFinal',
      summary: 'A session has ended',
      description:
        'At least once, in no order. It proves nothing: read the result. An answer that is not 2xx, or none within 15 seconds, is tried again for 24 hours.',
    },
    refer(SessionFinalEvent, components),
    { type: SESSION_FINAL, data: { session_id: EXAMPLE_VALUES.sessionId, mode: 'verify' } },
  ),
  'webhook.test': webhook(
    {
      operationId: 'webhookTest',
      summary: 'An operator tests the webhook address',
      description: 'Answer 2xx. Types that you do not know may follow: answer 2xx to them and ignore them.',
    },
    refer(WebhookTestEvent, components),
    { type: 'webhook.test', data: {} },
  ),
});

const webhook = (operation: Json, schema: Json, event: Json): Json => ({
  post: {
    ...operation,
    tags: ['merchant'],
    security: [],
    parameters: Object.entries(HEADERS).map(([name, description]) => parameter('header', name, TEXT, { description })),
    requestBody: {
      required: true,
      content: { [JSON_BODY]: { schema, example: { ...event, timestamp: '2026-01-31T09:16:20.000Z' } } },
    },
    responses: {
      '2XX': { description: 'Taken. The body is not read.' },
      '4XX': { description: 'Not taken, as any other status; 410 ends all webhooks to this address.' },
    },
  },
});
