import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { baseUrl } from '../api.ts';
import { useAction, useData } from '../hooks.ts';
import { ActionButton } from '../parts/actions.tsx';
import { Copy, WithCopy } from '../parts/copy.tsx';
import { Back, Card, Problem, Title } from '../parts/elements.tsx';
import { saveFile } from '../parts/files.ts';
import { Field, formText, givenFile } from '../parts/forms.tsx';
import { ProbeNow } from '../parts/probe-now.tsx';
import { useForm, useSecretOnScreen } from '../parts/use-form.ts';
import { routeTo } from '../route.ts';
import { changedSettings, LogoField, SettingInput, type SettingField } from './merchant-fields.tsx';

type AddedMerchant = CallResult<'merchant add'>;
type Client = CallResult<'client add'>;

export function NewMerchantPage(): VNode {
  const { value: settings, problem } = useData('merchant form', {});
  const [added, setAdded] = useState<AddedMerchant>();
  return (
    <>
      <Back href={routeTo(['merchants'])} text="Merchants" />
      <Title text={added === undefined ? 'Add merchant' : `${added.name} is added`} />
      <Problem text={problem} />
      {settings && added === undefined && <NewForm settings={settings} onAdded={setAdded} />}
      {added && (
        <div class="stack">
          <Card title="1. Give the merchant its id and credentials">
            <WithCopy text={added.merchant_id} what="merchant id" />
            <Credentials merchant={added} />
          </Card>
          <Card title="2. Probe its Bio API">
            <p>Once the merchant has deployed: its Bio API needs the id above.</p>
            <ProbeNow merchantId={added.merchant_id} />
          </Card>
        </div>
      )}
    </>
  );
}

function NewForm(props: { settings: readonly SettingField[]; onAdded: (merchant: AddedMerchant) => void }): VNode {
  const { settings, onAdded } = props;
  const adding = useAction('merchant add');
  const send = async (form: HTMLFormElement): Promise<void> => {
    const webhookUrl = formText(form, 'webhookUrl');
    const logo = await givenFile(form, 'logo');
    const changed = await changedSettings(form, settings);
    adding.run({ ...changed, ...(logo && { logo }), ...(webhookUrl !== '' && { webhookUrl }) }, onAdded);
  };
  const { form, problems, problem } = useForm(adding, (element) => void send(element));
  const isFirst = ({ type, isRequired }: SettingField): boolean =>
    !['integer', 'boolean', 'choice'].includes(type) && isRequired;
  const isFile = ({ type }: SettingField): boolean => type === 'certificate';
  const input = (setting: SettingField): VNode => (
    <SettingInput key={setting.name} setting={setting} problems={problems} />
  );
  return (
    <form class="card settings" {...form}>
      {settings.filter(isFirst).map(input)}
      {settings.filter(isFile).map(input)}
      <LogoField problems={problems} hint="Shown next to its name. Optional." />
      <Field
        label="Webhook URL"
        name="webhookUrl"
        type="url"
        maxLength={2048}
        problems={problems}
        hint="Gets an event when a session ends. Optional. The CA above applies to it too."
      />
      <details>
        <summary>More settings</summary>
        <div class="settings">{settings.filter((each) => !isFirst(each) && !isFile(each)).map(input)}</div>
      </details>
      <button type="submit" class="main" aria-disabled={adding.isBusy}>
        {adding.isBusy ? 'Adding …' : 'Add merchant'}
      </button>
      <Problem text={problem} />
    </form>
  );
}

/** The variables of the examples. */
const envOf = (merchant: AddedMerchant, client: Client): string =>
  [
    `AUTHLY_BASE_URL=${baseUrl()}`,
    `AUTHLY_MERCHANT_ID=${merchant.merchant_id}`,
    `AUTHLY_CLIENT_ID=${client.client_id}`,
    `AUTHLY_CLIENT_SECRET=${client.client_secret}`,
    ...(merchant.webhook_secret === undefined ? [] : [`AUTHLY_WEBHOOK_SECRET=${merchant.webhook_secret}`]),
  ].join('\n');

function Credentials({ merchant }: { merchant: AddedMerchant }): VNode {
  const [client, setClient] = useState<Client>();
  // The webhook secret is shown with the client's.
  useSecretOnScreen(client !== undefined || merchant.webhook_secret !== undefined);
  if (client === undefined)
    return (
      <>
        <p>Its backend requests access tokens with them. The secrets are shown once.</p>
        <ActionButton
          label="Create credentials"
          isMain
          action="client add"
          params={{ merchant: merchant.merchant_id }}
          onDone={setClient}
        />
      </>
    );
  const env = envOf(merchant, client);
  return (
    <div role="status">
      <p>Copy this file now. Only hashes are stored, so it cannot be shown again.</p>
      <pre tabIndex={0}>{env}</pre>
      <div class="actions">
        <Copy text={env} what=".env" />
        <button type="button" onClick={() => saveFile('.env', `${env}\n`)}>
          Download .env
        </button>
        <a class="button" href={routeTo(['merchants', merchant.merchant_id])}>
          Open merchant
        </a>
      </div>
    </div>
  );
}
