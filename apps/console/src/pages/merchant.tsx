import type { VNode } from 'preact';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { may, ownMerchantId } from '../api.ts';
import { PAGE_EVERY_MS, useData } from '../hooks.ts';
import { ConfirmButton } from '../parts/actions.tsx';
import { WithCopy } from '../parts/copy.tsx';
import { Back, Card, Checks, Problem, Status, Title, When } from '../parts/elements.tsx';
import { ProbeNow } from '../parts/probe-now.tsx';
import { routeTo } from '../route.ts';
import { FailedCalls } from './failed-calls.tsx';
import { Clients } from './merchant-clients.tsx';
import { MerchantSettingsForm } from './merchant-settings.tsx';
import { Webhook } from './merchant-webhook.tsx';

export function MerchantPage({ id }: { id: string }): VNode {
  const { value, problem } = useData('merchant details', { merchant_id: id }, PAGE_EVERY_MS);
  return (
    <>
      {ownMerchantId() === undefined && <Back href={routeTo(['merchants'])} text="Merchants" />}
      <div class="title">
        <Title text={value?.merchant.name ?? id} screen={id} />
        {value && <Standing {...value.merchant} />}
      </div>
      <WithCopy text={id} what="merchant id">
        <a href={routeTo(['sessions'], { merchant: id })}>Sessions</a>
      </WithCopy>
      <Problem text={problem} />
      {value && (
        <div class="cards">
          <Card title="State" isBroad>
            <Checks checks={value.state} />
          </Card>
          <Card title="Failed calls" isBroad>
            <FailedCalls merchantId={id} clients={value.clients.map(({ client_id }) => client_id)} />
          </Card>
          <Card title="Webhook" isBroad>
            <Webhook webhook={value.webhook} merchantId={id} />
          </Card>
          <Card title="Bio API" isBroad>
            <ProbeNow merchantId={id} />
          </Card>
          <Card title="Clients" isBroad>
            <Clients merchantId={id} clients={value.clients} />
          </Card>
          <Card title="Settings" isBroad>
            <details>
              <summary>{may('merchant set') ? 'Edit' : 'Show'}</summary>
              <MerchantSettingsForm {...value} />
            </details>
          </Card>
        </div>
      )}
    </>
  );
}

function Standing({ merchant_id, suspended_at }: CallResult<'merchant details'>['merchant']): VNode {
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
        says={isSuspended ? 'The merchant is active again.' : 'The merchant is suspended.'}
      >
        {isSuspended
          ? 'It can request tokens and create sessions again within 5 seconds.'
          : 'Its token requests and access tokens are rejected within 5 seconds. Running sessions continue. You can resume it at any time.'}
      </ConfirmButton>
    </div>
  );
}
