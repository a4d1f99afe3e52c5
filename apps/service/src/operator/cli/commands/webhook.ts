import {
  listDeliveries,
  listWebhooks,
  pauseWebhook,
  resumeWebhook,
  retryWebhook,
  rotateWebhookSecret,
  testWebhook,
} from '../../actions/webhooks.ts';
import type { Cli } from '../cli-context.ts';
import { fields, output, table } from '../output.ts';
import { wholeNumber } from '../option-parsers.ts';

export const SHOWN_ONCE = 'The webhook secret is shown only once. Events are sent within seconds after a session ends.';

const PAUSING = [
  ['pause', pauseWebhook, 'keep events and send none until it is resumed'],
  ['resume', resumeWebhook, 'send events again, those kept first'],
] as const;

export function webhookCommands(cli: Cli): void {
  const webhook = cli.program
    .command('webhook')
    .description('test webhooks and resend events (set one with "authly merchant set --webhook-url")');

  webhook
    .command('list')
    .description('list all webhooks; with --merchant the events of one, newest first')
    .example('authly webhook list')
    .example('authly webhook list --merchant mch_123')
    .option('--merchant <id>', 'list the events of this merchant')
    .option('--limit <n>', 'maximum number of events', wholeNumber(1, 1000), 20)
    .action(
      cli.at(async (context, { merchant, limit }: { merchant?: string; limit: number }) => {
        if (merchant === undefined) {
          const webhooks = await listWebhooks(context);
          return output(webhooks, table(webhooks, 'No webhooks yet: authly merchant set <id> --webhook-url …'));
        }
        const events = await listDeliveries(context, merchant, limit);
        const rows = events.map(({ delivery_attempts: _attempts, ...event }) => event);
        return output(events, table(rows, 'No events yet.'));
      }),
    );

  webhook
    .command('retry')
    .argument('<merchant_id>')
    .option('--session <id>', 'only the event of this session, even if it was delivered')
    .description('enable the webhook and send undelivered events again')
    .example('authly webhook retry mch_123')
    .example('authly webhook retry mch_123 --session ses_123')
    .action(
      cli.at(async (context, { session }: { session?: string }, id: string) => {
        const due = await retryWebhook(context, id, session);
        const text = `The webhook is enabled and ${due} events are due. A running service sends them within seconds.`;
        return output({ merchant_id: id, due }, text);
      }),
    );

  webhook
    .command('test')
    .argument('<merchant_id>')
    .description('send a webhook.test event now and print the response')
    .example('authly webhook test mch_123')
    .action(
      cli.at(async (context, _options: object, id: string) => {
        const tested = await testWebhook(context, id);
        return { ...output(tested, fields(tested)), failed: !tested.delivered };
      }),
    );

  for (const [verb, act, description] of PAUSING)
    webhook
      .command(verb)
      .argument('<merchant_id>')
      .description(description)
      .example(`authly webhook ${verb} mch_123`)
      .action(
        cli.at(async (context, _options: object, id: string) => {
          await act(context, id);
          const text = `The webhook is ${verb === 'pause' ? 'paused. Its events are kept' : 'resumed'}.`;
          return output({ merchant_id: id, paused: verb === 'pause' }, text);
        }),
      );

  webhook
    .command('rotate')
    .argument('<merchant_id>')
    .description('add a new secret and print it once. The current secret keeps working, any older one stops')
    .example('authly webhook rotate mch_123')
    .action(
      cli.at(async (context, _options: object, id: string) => {
        const row = { merchant_id: id, webhook_secret: await rotateWebhookSecret(context, id) };
        return output(row, `${fields(row)}\n\n${SHOWN_ONCE}`);
      }),
    );
}
