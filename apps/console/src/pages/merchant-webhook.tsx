import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { CallResult } from '@authly/service/operator/wire/calls.ts';
import { may } from '../api.ts';
import { useAction } from '../hooks.ts';
import { Problem, Said } from '../parts/elements.tsx';
import { ConfirmButton, Field, formText, givenFile } from '../parts/forms.tsx';
import { TextDialog } from '../parts/copy.tsx';
import { durationInWords } from '../parts/time.ts';
import { useForm } from '../parts/use-form.ts';
import { Deliveries } from './merchant-deliveries.tsx';

type MerchantDetails = CallResult<'merchant details'>;
type Tested = CallResult<'webhook test'>;

interface WebhookProps extends Pick<MerchantDetails, 'webhook'> {
  readonly merchantId: string;
  readonly onChanged: (said: string) => void;
}

export function Webhook(props: WebhookProps): VNode {
  const { webhook, merchantId, onChanged } = props;
  const [secret, setSecret] = useState<string>();
  const [saves, setSaves] = useState(0);
  const details = useRef<HTMLDetailsElement>(null);
  const changed = (secret: string | undefined): void => {
    setSecret(secret);
    setSaves(saves + 1);
    details.current!.open = false;
    details.current!.querySelector('summary')!.focus();
    onChanged('The webhook is saved.');
  };
  return (
    <>
      {webhook === null ? (
        <p class="soft">None. A webhook gets an event when a session ends.</p>
      ) : (
        <Endpoint key={saves} {...props} webhook={webhook} onSecret={setSecret} />
      )}
      {may('merchant set') && (
        <details ref={details}>
          <summary>{webhook === null ? 'Set a webhook' : 'Change its URL'}</summary>
          <WebhookForm key={saves} merchantId={merchantId} onSaved={changed} />
        </details>
      )}
      {secret !== undefined && (
        <TextDialog
          title="Webhook secret, shown once"
          text={`AUTHLY_WEBHOOK_SECRET=${secret}`}
          note="Copy it now. It cannot be shown again."
          isSecret
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  );
}

interface WebhookFormProps {
  readonly merchantId: string;
  /** Undefined: the secret is not new. */
  readonly onSaved: (secret: string | undefined) => void;
}

function WebhookForm({ merchantId, onSaved }: WebhookFormProps): VNode {
  const saving = useAction('merchant set', ({ webhook_secret }) => onSaved(webhook_secret));
  const send = async (form: HTMLFormElement): Promise<void> => {
    const webhookCa = await givenFile(form, 'webhookCa');
    const webhookUrl = formText(form, 'webhookUrl');
    saving.run({ merchant_id: merchantId, webhookUrl, ...(webhookCa && { webhookCa }) });
  };
  const { form, problems, problem } = useForm(saving, (element) => void send(element));
  return (
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
      <button type="submit" disabled={saving.isBusy}>
        Save webhook
      </button>
      <Problem text={problem} />
    </form>
  );
}

interface EndpointProps extends WebhookProps {
  readonly webhook: NonNullable<MerchantDetails['webhook']>;
  readonly onSecret: (secret: string) => void;
}

function Endpoint(props: EndpointProps): VNode {
  const { webhook, merchantId } = props;
  const { origin, state, live_secrets, tests } = webhook;
  const [url, setUrl] = useState<string>();
  return (
    <>
      <p class="with-copy">
        <span class="id">{url ?? origin}</span>
        {url === undefined && (
          <ConfirmButton
            label="Show path …"
            title="Show the whole URL?"
            action="webhook url"
            params={{ merchant_id: merchantId }}
            onDone={(shown) => setUrl(shown.url)}
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

function EndpointActions({ webhook, merchantId, onChanged, onSecret }: EndpointProps): VNode {
  const params = { merchant_id: merchantId };
  const [tested, setTested] = useState<Tested>();
  const test = useAction('webhook test', (result) => {
    setTested(result);
    onChanged('');
  });
  const isPaused = webhook.state === 'paused';
  const pause = useAction(isPaused ? 'webhook resume' : 'webhook pause', ({ paused }) =>
    onChanged(paused ? 'The webhook is paused.' : 'The webhook is resumed.'),
  );
  const retry = useAction('webhook retry', () => onChanged('Undelivered events are sent again within seconds.'));
  return (
    <>
      <div class="actions">
        <button type="button" disabled={test.isBusy} onClick={() => test.run(params)}>
          {test.isBusy ? 'Sending …' : 'Send test event'}
        </button>
        <ConfirmButton
          label="Rotate secret …"
          title="Rotate this secret?"
          action="webhook rotate"
          params={params}
          onDone={({ webhook_secret }) => onSecret(webhook_secret)}
        >
          The current secret keeps working; any older one stops now. The new secret is shown once.
        </ConfirmButton>
        {may('webhook pause') && (
          <button type="button" onClick={() => pause.run(params)}>
            {isPaused ? 'Resume' : 'Pause'}
          </button>
        )}
        {(webhook.state === 'disabled' || webhook.given_up > 0) && (
          <button type="button" onClick={() => retry.run(params)}>
            Resend all undelivered
          </button>
        )}
      </div>
      <Said text={tested?.delivered ? testedInWords(tested) : ''} />
      <Problem text={tested?.delivered === false ? testedInWords(tested) : undefined} />
      <Problem text={test.problem ?? pause.problem ?? retry.problem} />
    </>
  );
}

const testedInWords = ({ delivered, result, ms }: Tested): string =>
  `The test event was ${delivered ? 'accepted' : 'not accepted'}: ${result}, ${durationInWords(ms)}.`;
