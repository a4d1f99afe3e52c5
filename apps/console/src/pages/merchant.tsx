import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CallResult } from '@authly/service/operator/wire/calls.ts';
import { may, ownMerchantId } from '../api.ts';
import { PAGE_EVERY_MS, useData } from '../hooks.ts';
import { Copy } from '../parts/copy.tsx';
import { Back, Card, Checks, Problem, Said, Status, Title, When } from '../parts/elements.tsx';
import { ConfirmButton } from '../parts/forms.tsx';
import { ProbeNow } from '../parts/probe-now.tsx';
import { routeTo } from '../route.ts';
import { FailedCalls } from './failed-calls.tsx';
import { Clients } from './merchant-clients.tsx';
import { MerchantSettingsForm } from './merchant-settings.tsx';
import { Webhook } from './merchant-webhook.tsx';

type MerchantDetails = CallResult<'merchant details'>;

export function MerchantPage({ id }: { id: string }): VNode {
  const { value, problem, reload } = useData('merchant details', { merchant_id: id }, PAGE_EVERY_MS);
  const [said, setSaid] = useState<{ readonly [Part in 'merchant' | 'settings' | 'webhook']?: string }>({});
  // The message appears next to the button: the page is long.
  const changed =
    (part: keyof typeof said) =>
    (text: string): void => {
      setSaid({ [part]: text });
      reload();
    };
  return (
    <>
      {ownMerchantId() === undefined && <Back href={routeTo(['merchants'])} text="Merchants" />}
      <div class="title">
        <Title text={value?.merchant.name ?? id} />
        {value && <Standing merchant={value.merchant} onChanged={changed('merchant')} />}
      </div>
      <p class="with-copy">
        <span class="id">{id}</span> <Copy text={id} what="merchant id" />{' '}
        <a href={routeTo(['sessions'], { merchant: id })}>Sessions</a>
      </p>
      <Problem text={problem} />
      <Said text={said.merchant ?? ''} />
      {value && (
        <div class="cards">
          <Card title="State" isBroad>
            <Checks checks={value.state} />
          </Card>
          <Card title="Failed calls" isBroad>
            <FailedCalls merchantId={id} clients={value.clients.map(({ client_id }) => client_id)} />
          </Card>
          <Card title="Webhook" isBroad>
            <Said text={said.webhook ?? ''} />
            <Webhook webhook={value.webhook} merchantId={id} onChanged={changed('webhook')} />
          </Card>
          <Card title="Bio API" isBroad>
            <ProbeNow merchantId={id} />
          </Card>
          <Card title="Clients" isBroad>
            <Clients merchantId={id} clients={value.clients} onChanged={() => reload()} />
          </Card>
          <Card title="Settings" isBroad>
            <details>
              <summary>{may('merchant set') ? 'Edit' : 'Show'}</summary>
              <MerchantSettingsForm {...value} onSaved={changed('settings')} />
            </details>
            <Said text={said.settings ?? ''} />
          </Card>
        </div>
      )}
    </>
  );
}

type StandingProps = Pick<MerchantDetails, 'merchant'> & { readonly onChanged: (said: string) => void };

function Standing({ merchant: { merchant_id, suspended_at }, onChanged }: StandingProps): VNode {
  const isSuspended = suspended_at !== null;
  const verb = isSuspended ? 'Resume' : 'Suspend';
  return (
    <div class="actions">
      <Status status={isSuspended ? 'suspended' : 'active'} />
      {isSuspended && (
        <span class="soft">
          since <When at={suspended_at} />
        </span>
      )}
      <ConfirmButton
        label={`${verb} …`}
        isDanger={!isSuspended}
        title={`${verb} this merchant?`}
        action={isSuspended ? 'merchant resume' : 'merchant suspend'}
        params={{ merchant_id }}
        onDone={() => onChanged(isSuspended ? 'The merchant is active again.' : 'The merchant is suspended.')}
      >
        {isSuspended
          ? 'It can request tokens and create sessions again within 5 seconds.'
          : 'Its token requests and access tokens are rejected within 5 seconds. Running sessions continue. You can resume it at any time.'}
      </ConfirmButton>
    </div>
  );
}
