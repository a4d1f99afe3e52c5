import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { may } from '../api.ts';
import { ActionButton, ConfirmButton } from '../parts/actions.tsx';
import { Problem } from '../parts/elements.tsx';
import { usePage } from '../parts/page.tsx';
import { durationInWords } from '../parts/time.ts';

interface WebhookProps {
  readonly webhook: NonNullable<CallResult<'merchant details'>['webhook']>;
  readonly merchantId: string;
}

/** For `show`. */
export const secretOf = (secret: string) => ({
  title: 'Webhook secret, shown once',
  text: `AUTHLY_WEBHOOK_SECRET=${secret}`,
});

export function Webhook({ webhook, merchantId }: WebhookProps): VNode {
  const params = { merchant_id: merchantId };
  const { say, show } = usePage();
  const [refusal, setRefusal] = useState<string>();
  const { origin, live_secrets, state, given_up } = webhook;
  const isPaused = state === 'paused';
  const tested = ({ delivered, result, ms }: CallResult<'webhook test'>): void => {
    const words = `The test event was ${delivered ? 'accepted' : 'not accepted'}: ${result}, ${durationInWords(ms)}.`;
    setRefusal(delivered ? undefined : words);
    say(delivered ? words : '');
  };
  return (
    <>
      <p>
        <span class="id">{origin}</span>{' '}
        <span class="soft">
          {live_secrets} {live_secrets === 1 ? 'secret' : 'secrets'}
        </span>
      </p>
      {may('webhook test') && (
        <div class="actions">
          <ActionButton
            label="Send test event"
            busyLabel="Sending …"
            action="webhook test"
            params={params}
            onDone={tested}
          />
          <ConfirmButton
            label="Show URL …"
            title="Show the whole URL?"
            action="webhook url"
            params={params}
            onDone={({ url }) => show({ title: 'Webhook URL', text: url, note: 'As it is now.' })}
          >
            Its path may hold a token of the merchant. The audit log records that you viewed it.
          </ConfirmButton>
          <ConfirmButton
            label="Rotate secret …"
            title="Rotate this secret?"
            action="webhook rotate"
            params={params}
            onDone={({ webhook_secret }) => show(secretOf(webhook_secret))}
          >
            The current secret keeps working; any older one stops now. The new secret is shown once.
          </ConfirmButton>
          <ConfirmButton
            label={isPaused ? 'Resume …' : 'Pause …'}
            title={isPaused ? 'Resume this webhook?' : 'Pause this webhook?'}
            action={isPaused ? 'webhook resume' : 'webhook pause'}
            params={params}
            says={isPaused ? 'The webhook is resumed.' : 'The webhook is paused.'}
          >
            {isPaused ? 'The events that waited are sent.' : 'Events wait until it is resumed.'}
          </ConfirmButton>
          {(state === 'disabled' || given_up > 0) && (
            <ActionButton
              label="Resend all undelivered"
              action="webhook retry"
              params={params}
              says="Undelivered events are sent again within seconds."
            />
          )}
        </div>
      )}
      <Problem text={refusal} />
    </>
  );
}
