import { Type } from 'typebox';
import { fields, table } from '../../cli/terminal/output.ts';
import { RefusedError } from '../../runtime/refused-error.ts';
import { sendTest } from '../changes/send-test.ts';
import { newSecret } from '../changes/webhook-settings.ts';
import { plural } from '../../cli/terminal/output.ts';
import { findMerchant } from '../reads/merchant-rows.ts';
import { findEndpoint, listDeliveries, listWebhooks, SHOWN_ONCE } from '../reads/webhook-view.ts';
import { provenMasterKey } from '../row/open-key-ring.ts';
import { action, merchantAction, type Acting } from '../row/action.ts';
import { idArgument, idOption, limitOption } from '../row/params.ts';

const params = { merchant_id: idArgument() };

const setPaused =
  (paused: boolean) =>
  async (operator: Acting, { merchant_id }: { readonly merchant_id: string }) => {
    const { store, now, entry } = operator;
    await findEndpoint(operator, merchant_id);
    const { movedTo } = await findMerchant(operator, merchant_id);
    if (movedTo !== null) throw new RefusedError(`${merchant_id} has moved to ${movedTo}`);
    if (!(await store.webhooks[paused ? 'pause' : 'resume'](merchant_id, now(), entry(merchant_id))))
      throw new RefusedError(`the webhook of ${merchant_id} is ${paused ? 'already' : 'not'} paused`);
    return { merchant_id, paused };
  };

export const WEBHOOKS = [
  action({
    name: 'webhook list',
    // A URL may hold a token of the merchant.
    role: 'terminal',
    text: 'list all webhooks; with --merchant the events of one, newest first',
    examples: ['authly webhook list', 'authly webhook list --merchant mch_123'],
    params: {
      merchant: Type.Optional(idOption('--merchant <id>', 'list the events of this merchant')),
      limit: limitOption('events'),
    },
    async run(operator, { merchant, limit }) {
      if (merchant === undefined) return { webhooks: await listWebhooks(operator) };
      return { events: await listDeliveries(operator, merchant, limit) };
    },
    print({ webhooks, events = [] }) {
      const rows = events.map(({ delivery_attempts: _attempts, ...event }) => event);
      return webhooks === undefined
        ? { json: events, text: table(rows, 'No events yet.') }
        : { json: webhooks, text: table(webhooks, 'No webhooks yet: authly merchant set <id> --webhook-url …') };
    },
  }),
  merchantAction({
    name: 'webhook retry',
    role: 'admin',
    isCostly: true,
    text: 'enable the webhook and send undelivered events again',
    examples: ['authly webhook retry mch_123', 'authly webhook retry mch_123 --session ses_123'],
    params: {
      ...params,
      session: Type.Optional(idOption('--session <id>', 'only the event of this session, even if it was delivered')),
    },
    audit: 'webhook.retry',
    async run(operator, { merchant_id, session }) {
      const { store, now, entry } = operator;
      await findEndpoint(operator, merchant_id);
      const audit = entry(merchant_id, session === undefined ? {} : { session_id: session });
      const due = await store.webhooks.retry(merchant_id, now(), session, audit);
      if (due === undefined) throw new RefusedError('the webhook was removed in the meantime');
      if (session !== undefined && due === 0)
        throw new RefusedError(`${merchant_id} has no event for session ${session}`);
      return { merchant_id, due };
    },
    print: ({ due }) => `The webhook is enabled. A running service sends ${plural(due, 'event')} within seconds.`,
  }),
  merchantAction({
    name: 'webhook test',
    role: 'admin',
    isCostly: true,
    text: 'send a webhook.test event now and print the response',
    params,
    audit: 'webhook.test',
    async run(operator, { merchant_id }) {
      const endpoint = await findEndpoint(operator, merchant_id);
      await provenMasterKey(operator, operator.store.keys.list('bio-signing'));
      await operator.store.audit.write(operator.entry(merchant_id));
      return sendTest(operator, endpoint);
    },
    print: (tested) => ({ text: fields(tested), failed: !tested.delivered }),
  }),
  action({
    name: 'webhook pause',
    role: 'admin',
    text: 'keep events and send none until it is resumed',
    params,
    audit: 'webhook.pause',
    run: setPaused(true),
    print: () => 'The webhook is paused. Its events are kept.',
  }),
  action({
    name: 'webhook resume',
    role: 'admin',
    text: 'send events again, those kept first',
    params,
    audit: 'webhook.resume',
    run: setPaused(false),
    print: () => 'The webhook is resumed.',
  }),
  action({
    name: 'webhook rotate',
    role: 'admin',
    text: 'add a new secret and print it once. The current secret keeps working, any older one stops',
    params,
    audit: 'webhook.rotate',
    async run(operator, { merchant_id }) {
      await findEndpoint(operator, merchant_id);
      const { text, secret } = await newSecret(operator, merchant_id);
      if (!(await operator.store.webhooks.rotateSecret(merchant_id, secret, operator.entry(merchant_id))))
        throw new RefusedError('the webhook was removed in the meantime');
      return { merchant_id, webhook_secret: text };
    },
    print: (row) => `${fields(row)}\n\n${SHOWN_ONCE}`,
  }),
];
