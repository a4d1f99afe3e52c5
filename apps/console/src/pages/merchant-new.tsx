import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { baseUrl } from '../api.ts';
import { useAction, useData } from '../hooks.ts';
import { ActionButton } from '../parts/actions.tsx';
import { WithCopy } from '../parts/copy.tsx';
import { Back, Card, Problem, Title } from '../parts/elements.tsx';
import { usePage } from '../parts/page.tsx';
import { ProbeNow } from '../parts/probe-now.tsx';
import { useForm, useSecretOnScreen } from '../parts/use-form.ts';
import { routeTo } from '../route.ts';
import { changedSettings, LogoField, SettingInput, WebhookField, type SettingField } from './merchant-fields.tsx';

type AddedMerchant = CallResult<'merchant add'>;

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
          <p>
            <a href={routeTo(['merchants', added.merchant_id])}>Open merchant</a>
          </p>
        </div>
      )}
    </>
  );
}

function NewForm(props: { settings: readonly SettingField[]; onAdded: (merchant: AddedMerchant) => void }): VNode {
  const { settings, onAdded } = props;
  const adding = useAction('merchant add');
  const send = async (form: HTMLFormElement): Promise<void> =>
    adding.run(await changedSettings(form, settings), onAdded);
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
      <WebhookField
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
const envOf = (merchant: AddedMerchant, client: CallResult<'client add'>): string =>
  [
    `AUTHLY_BASE_URL=${baseUrl()}`,
    `AUTHLY_MERCHANT_ID=${merchant.merchant_id}`,
    `AUTHLY_CLIENT_ID=${client.client_id}`,
    `AUTHLY_CLIENT_SECRET=${client.client_secret}`,
    ...(merchant.webhook_secret === undefined ? [] : [`AUTHLY_WEBHOOK_SECRET=${merchant.webhook_secret}`]),
  ].join('\n');

function Credentials({ merchant }: { merchant: AddedMerchant }): VNode {
  const { show } = usePage();
  const [isShown, setShown] = useState(false);
  // The webhook secret is shown with the client's.
  useSecretOnScreen(!isShown && merchant.webhook_secret !== undefined);
  const done = (client: CallResult<'client add'>): void => {
    show({ title: 'Credentials, shown once', text: envOf(merchant, client), fileName: '.env' });
    setShown(true);
  };
  if (isShown) return <p class="good">The credentials were shown.</p>;
  return (
    <>
      <p>Its backend requests access tokens with them. The secrets are shown once.</p>
      <ActionButton
        label="Create credentials"
        isMain
        action="client add"
        params={{ merchant: merchant.merchant_id }}
        onDone={done}
      />
    </>
  );
}
