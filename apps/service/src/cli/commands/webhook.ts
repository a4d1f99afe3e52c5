import { randomBytes } from 'node:crypto';
import { BioConnections } from '../../bio-api/connections.ts';
import { systemClock } from '../../config/clock.ts';
import { webhookState, type WebhookEndpoint } from '../../merchants/webhook.ts';
import { webhookTest } from '../../webhooks/message.ts';
import { newWebhookSecret } from '../../webhooks/secret.ts';
import { send } from '../../webhooks/send.ts';
import type { Cli } from '../cli-context.ts';
import { OperatorError } from '../operator-error.ts';
import { fields, output, table, time, type Output } from '../output.ts';
import type { StoreContext } from '../store-context.ts';
import { wholeNumber } from '../whole-number.ts';
import { SHOWN_ONCE } from './webhook-setting.ts';

export function webhookCommands(cli: Cli): void {
  const webhook = cli.program
    .command('webhook')
    .description('how merchants hear that a session has ended (set with `authly merchant set --webhook-url`)');

  webhook
    .command('list')
    .description('every endpoint and how it fares; with --merchant the events of one, newest first')
    .option('--merchant <id>', 'of this merchant')
    .option('--limit <n>', 'events at most', wholeNumber(1, 1000), 20)
    .action(
      cli.at((context, options: { merchant?: string; limit: number }) =>
        options.merchant === undefined ? listEndpoints(context) : listEvents(context, options.merchant, options.limit),
      ),
    );

  webhook
    .command('retry')
    .argument('<merchant_id>')
    .option('--session <id>', 'only the event of this session, also where it was delivered')
    .description('enable the endpoint, and send again what was not delivered')
    .action(cli.at((context, options: { session?: string }, id: string) => retry(context, id, options.session)));

  webhook
    .command('test')
    .argument('<merchant_id>')
    .description('send one event of the type webhook.test now, and say what came back')
    .action(cli.at((context, _options: object, id: string) => test(context, id)));

  webhook
    .command('rotate')
    .argument('<merchant_id>')
    .description('a second secret beside the newest one; an older one ends. Events are signed with both. Shown once')
    .action(cli.at((context, _options: object, id: string) => rotate(context, id)));
}

async function listEndpoints({ store }: StoreContext): Promise<Output> {
  const counts = new Map((await store.webhooks.counts()).map((each) => [each.merchantId, each]));
  const rows = (await store.webhooks.list()).map((endpoint) => ({
    merchant_id: endpoint.merchantId,
    url: endpoint.url,
    state: endpointState(endpoint),
    failing_since: time(endpoint.failingSince),
    disabled_at: time(endpoint.disabledAt),
    live_secrets: endpoint.secrets.length,
    waiting: counts.get(endpoint.merchantId)?.waiting ?? 0,
    given_up: counts.get(endpoint.merchantId)?.givenUp ?? 0,
  }));
  return output(rows, table(rows, 'No webhooks yet: authly merchant set <id> --webhook-url …'));
}

export const endpointState = ({ failingSince, disabledAt }: WebhookEndpoint): string =>
  disabledAt !== null ? 'disabled' : failingSince !== null ? 'failing' : 'enabled';

async function listEvents(context: StoreContext, merchantId: string, limit: number): Promise<Output> {
  await endpointOf(context, merchantId);
  const rows = (await context.store.webhooks.deliveries(merchantId, limit)).map((each) => ({
    session_id: each.sessionId,
    ended_at: time(each.at),
    state: webhookState(each),
    attempts: each.attempts,
    last_result: each.lastResult,
    last_at: time(each.lastAt),
    next_at: time(each.dueAt),
  }));
  return output(rows, table(rows, 'No event yet.'));
}

async function endpointOf({ store }: StoreContext, merchantId: string): Promise<WebhookEndpoint> {
  const endpoint = await store.webhooks.find(merchantId);
  if (endpoint === undefined)
    throw new OperatorError(`${merchantId} has no webhook: authly merchant set ${merchantId} --webhook-url …`);
  return endpoint;
}

async function retry(context: StoreContext, merchantId: string, sessionId: string | undefined): Promise<Output> {
  const { store, now, act } = context;
  await endpointOf(context, merchantId);
  const detail = sessionId === undefined ? {} : { session_id: sessionId };
  const again = await store.webhooks.retry(merchantId, now(), sessionId, act('webhook.retry', merchantId, detail));
  if (sessionId !== undefined && !again)
    throw new OperatorError(`${merchantId} has no event of a session ${sessionId}`);
  return output(
    { merchant_id: merchantId, due: again ?? 0 },
    `The endpoint is enabled; ${again ?? 0} events are due now. A running service sends them within seconds.`,
  );
}

async function test(context: StoreContext, merchantId: string): Promise<Output> {
  const { store, environment, now, masterKey, act } = context;
  const endpoint = await endpointOf(context, merchantId);
  await store.audit.write(act('webhook.test', merchantId));
  const connections = new BioConnections({ allowPrivateAddresses: environment === 'test' });
  try {
    const message = webhookTest(randomBytes(10).toString('hex'), now());
    const sender = { environment, master: masterKey(), connections, deadlineClock: systemClock };
    const { delivered, result, ms } = await send(sender, endpoint, message);
    const row = { merchant_id: merchantId, webhook_id: message.id, delivered, result, ms };
    return { ...output(row, fields(row)), failed: !delivered };
  } finally {
    connections.close();
  }
}

async function rotate(context: StoreContext, merchantId: string): Promise<Output> {
  const { store, environment, now, masterKey, act } = context;
  await endpointOf(context, merchantId);
  const { text, secret } = newWebhookSecret({ environment, master: masterKey(), merchantId }, now());
  if (!(await store.webhooks.rotateSecret(merchantId, secret, act('webhook.rotate', merchantId))))
    throw new OperatorError('the webhook was removed meanwhile');
  const row = { merchant_id: merchantId, webhook_secret: text };
  return output(row, `${fields(row)}\n\n${SHOWN_ONCE}`);
}
