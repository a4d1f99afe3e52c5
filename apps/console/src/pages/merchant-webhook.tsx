import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { may } from '../api.ts';
import { useAction } from '../hooks.ts';
import { ActionButton, ConfirmButton } from '../parts/actions.tsx';
import { Problem } from '../parts/elements.tsx';
import { Field, formText, givenFile } from '../parts/forms.tsx';
import { usePage } from '../parts/page.tsx';
import { durationInWords } from '../parts/time.ts';
import { useForm } from '../parts/use-form.ts';
import { Deliveries } from './merchant-deliveries.tsx';

interface WebhookProps extends Pick<CallResult<'merchant details'>, 'webhook'> {
  readonly merchantId: string;
}

export function Webhook({ webhook, merchantId }: WebhookProps): VNode {
  const [saves, setSaves] = useState(0);
  return (
    <>
      {webhook === null ? (
        <p class="soft">None. A webhook gets an event when a session ends.</p>
      ) : (
        <Endpoint key={saves} merchantId={merchantId} webhook={webhook} />
      )}
      {may('merchant set') && (
        <WebhookForm
          title={webhook === null ? 'Set a webhook' : 'Change its URL'}
          merchantId={merchantId}
          onSaved={() => setSaves((count) => count + 1)}
        />
      )}
    </>
  );
}

/** For `showSecret`. */
const secretOf = (secret: string): [title: string, text: string] => [
  'Webhook secret, shown once',
  `AUTHLY_WEBHOOK_SECRET=${secret}`,
];

interface WebhookFormProps {
  readonly title: string;
  readonly merchantId: string;
  readonly onSaved: () => void;
}

function WebhookForm({ title, merchantId, onSaved }: WebhookFormProps): VNode {
  const details = useRef<HTMLDetailsElement>(null);
  const { say, showSecret } = usePage();
  const saving = useAction('merchant set');
  const { form, problems, problem, isEdited } = useForm(saving, (element) => void send(element));
  const saved = ({ webhook_secret }: CallResult<'merchant set'>): void => {
    if (!isEdited()) close(details.current!);
    // Only the first one of a webhook is new.
    if (webhook_secret !== undefined) showSecret(...secretOf(webhook_secret));
    say('The webhook is saved.');
    onSaved();
  };
  const send = async (element: HTMLFormElement): Promise<void> => {
    const webhookCa = await givenFile(element, 'webhookCa');
    const webhookUrl = formText(element, 'webhookUrl');
    saving.run({ merchant_id: merchantId, webhookUrl, ...(webhookCa && { webhookCa }) }, saved);
  };
  return (
    <details ref={details}>
      <summary>{title}</summary>
      <form class="settings" {...form}>
        <Field label="Webhook URL" name="webhookUrl" type="url" required maxLength={2048} problems={problems} />
        <Field
          label="Webhook CA (PEM file)"
          name="webhookCa"
          type="file"
          accept=".pem,.crt,.cer"
          problems={problems}
          hint="Only for a private CA."
        />
        <button type="submit" aria-disabled={saving.isBusy}>
          Save webhook
        </button>
        <Problem text={problem} />
      </form>
    </details>
  );
}

/** The focus stays if it is elsewhere. */
function close(details: HTMLDetailsElement): void {
  if (details.contains(document.activeElement)) details.querySelector('summary')!.focus();
  details.open = false;
}

interface EndpointProps extends WebhookProps {
  readonly webhook: NonNullable<WebhookProps['webhook']>;
}

function Endpoint(props: EndpointProps): VNode {
  const { webhook, merchantId } = props;
  const { origin, state, live_secrets, tests } = webhook;
  const [shown, setShown] = useState({ origin, url: '' });
  // Another operator may have changed it since.
  const url = shown.origin === origin ? shown.url : '';
  return (
    <>
      <p class="with-copy">
        <span class="id">{url || origin}</span>
        {url === '' && (
          <ConfirmButton
            label="Show path …"
            title="Show the whole URL?"
            action="webhook url"
            params={{ merchant_id: merchantId }}
            onDone={(found) => setShown({ origin, url: found.url })}
          >
            Its path may hold a token of the merchant. The audit log records that you viewed it.
          </ConfirmButton>
        )}
      </p>
      <p>
        {live_secrets} {live_secrets === 1 ? 'secret' : 'secrets'}
      </p>
      {may('webhook test') && <EndpointActions {...props} />}
      <Deliveries merchantId={merchantId} isPaused={state === 'paused'} tests={tests} />
    </>
  );
}

function EndpointActions({ webhook, merchantId }: EndpointProps): VNode {
  const params = { merchant_id: merchantId };
  const { say, showSecret } = usePage();
  const [refusal, setRefusal] = useState<string>();
  const isPaused = webhook.state === 'paused';
  const tested = ({ delivered, result, ms }: CallResult<'webhook test'>): void => {
    const words = `The test event was ${delivered ? 'accepted' : 'not accepted'}: ${result}, ${durationInWords(ms)}.`;
    setRefusal(delivered ? undefined : words);
    say(delivered ? words : '');
  };
  return (
    <>
      <div class="actions">
        <ActionButton
          label="Send test event"
          busyLabel="Sending …"
          action="webhook test"
          params={params}
          onDone={tested}
        />
        <ConfirmButton
          label="Rotate secret …"
          title="Rotate this secret?"
          action="webhook rotate"
          params={params}
          onDone={({ webhook_secret }) => showSecret(...secretOf(webhook_secret))}
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
        {(webhook.state === 'disabled' || webhook.given_up > 0) && (
          <ActionButton
            label="Resend all undelivered"
            action="webhook retry"
            params={params}
            says="Undelivered events are sent again within seconds."
          />
        )}
      </div>
      <Problem text={refusal} />
    </>
  );
}
