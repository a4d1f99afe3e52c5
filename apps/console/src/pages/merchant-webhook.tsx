import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { WebhookSettingView, WebhookTestView } from '@authly/service/operator/actions/views.ts';
import type { MerchantDetails } from '@authly/service/operator/console/wire.ts';
import { useAction } from '../hooks.ts';
import { Problem, Said, When } from '../parts/elements.tsx';
import { Confirm, Field, formFile, formText } from '../parts/forms.tsx';
import { TextDialog } from '../parts/text-dialog.tsx';
import { durationInWords } from '../parts/time.ts';
import { useForm } from '../parts/use-form.ts';
import { Deliveries } from './merchant-deliveries.tsx';

interface WebhookProps extends Pick<MerchantDetails, 'webhook'> {
  /** Of the merchant. */
  readonly path: string;
  readonly isAdmin: boolean;
  readonly onChanged: (said: string) => void;
}

export function Webhook({ webhook, path, isAdmin, onChanged }: WebhookProps): VNode {
  const [secret, setSecret] = useState<string>();
  const changed = ({ webhook_secret }: WebhookSettingView): void => {
    setSecret(webhook_secret);
    onChanged('The webhook is saved.');
  };
  return (
    <>
      {webhook === null ? (
        <p class="soft">None. A webhook gets an event when a session ends.</p>
      ) : (
        <Endpoint webhook={webhook} path={path} isAdmin={isAdmin} onChanged={onChanged} onSecret={setSecret} />
      )}
      {isAdmin && (
        <details>
          <summary>{webhook === null ? 'Set a webhook' : 'Change its URL'}</summary>
          <WebhookForm path={path} onSaved={changed} />
        </details>
      )}
      {secret !== undefined && (
        <TextDialog
          title="Webhook secret, shown once"
          text={`WEBHOOK_SECRET=${secret}`}
          note="Copy it now. It cannot be shown again."
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  );
}

function WebhookForm({ path, onSaved }: { path: string; onSaved: (saved: WebhookSettingView) => void }): VNode {
  const saving = useAction<WebhookSettingView>(onSaved);
  const send = async (form: HTMLFormElement): Promise<void> => {
    const file = formFile(form, 'webhookCaPem');
    saving.run(`${path}/webhook`, {
      webhookUrl: formText(form, 'webhookUrl'),
      ...(file && { webhookCaPem: await file.text() }),
    });
  };
  const { form, problems, problem } = useForm(saving, (element) => void send(element));
  return (
    <form class="settings" {...form}>
      <Field label="Webhook URL" name="webhookUrl" type="url" required maxLength={2048} problems={problems} />
      <Field
        label="Webhook CA (PEM file)"
        name="webhookCaPem"
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

const STATES = {
  enabled: ['good', 'Healthy'],
  failing: ['bad', 'Failing since'],
  disabled: ['bad', 'Disabled since'],
  paused: ['warn', 'Paused since'],
} as const;

interface EndpointProps extends WebhookProps {
  readonly webhook: NonNullable<MerchantDetails['webhook']>;
  readonly onSecret: (secret: string) => void;
}

function Endpoint({ webhook, path, isAdmin, onChanged, onSecret }: EndpointProps): VNode {
  const { origin, state, failing_since, disabled_at, paused_at, waiting, given_up, live_secrets } = webhook;
  const [tone, word] = STATES[state];
  const since = { enabled: null, failing: failing_since, disabled: disabled_at, paused: paused_at }[state];
  return (
    <>
      <p>
        <span class="id">{origin}</span>
      </p>
      <p>
        <span class={tone}>
          {word} {since !== null && <When at={since} />}
        </span>{' '}
        · {waiting} pending · {given_up} failed · {live_secrets} {live_secrets === 1 ? 'secret' : 'secrets'}
      </p>
      {isAdmin && <EndpointActions webhook={webhook} path={path} onChanged={onChanged} onSecret={onSecret} />}
      <Deliveries path={path} isAdmin={isAdmin} isPaused={state === 'paused'} />
    </>
  );
}

const ROTATE = 'The current secret keeps working; any older one stops now. The new secret is shown once.';

function EndpointActions(props: Pick<EndpointProps, 'webhook' | 'path' | 'onChanged' | 'onSecret'>): VNode {
  const { webhook, path, onChanged, onSecret } = props;
  const [isAsking, setAsking] = useState(false);
  const [tested, setTested] = useState<WebhookTestView>();
  const test = useAction<WebhookTestView>(setTested);
  const isPaused = webhook.state === 'paused';
  const pause = useAction(() => onChanged(isPaused ? 'The webhook is resumed.' : 'The webhook is paused.'));
  const retry = useAction(() => onChanged('Undelivered events are sent again within seconds.'));
  return (
    <>
      <div class="actions">
        <button type="button" disabled={test.isBusy} onClick={() => test.run(`${path}/webhook/test`)}>
          {test.isBusy ? 'Sending …' : 'Send test event'}
        </button>
        <button type="button" onClick={() => setAsking(true)}>
          Rotate secret …
        </button>
        <button type="button" onClick={() => pause.run(`${path}/webhook/${isPaused ? 'resume' : 'pause'}`)}>
          {isPaused ? 'Resume' : 'Pause'}
        </button>
        {(webhook.state === 'disabled' || webhook.given_up > 0) && (
          <button type="button" onClick={() => retry.run(`${path}/webhook/retry`)}>
            Resend all undelivered
          </button>
        )}
      </div>
      <Said text={tested?.delivered ? testedInWords(tested) : ''} />
      <Problem text={tested?.delivered === false ? testedInWords(tested) : undefined} />
      <Problem text={test.problem ?? pause.problem ?? retry.problem} />
      {isAsking && (
        <Confirm<{ webhook_secret: string }>
          title="Rotate this secret?"
          yes="Rotate"
          path={`${path}/webhook/rotate`}
          onDone={({ webhook_secret }) => onSecret(webhook_secret)}
          onClose={() => setAsking(false)}
        >
          {ROTATE}
        </Confirm>
      )}
    </>
  );
}

const testedInWords = ({ delivered, result, ms }: WebhookTestView): string =>
  `The test event was ${delivered ? 'accepted' : 'not accepted'}: ${result}, ${durationInWords(ms)}.`;
