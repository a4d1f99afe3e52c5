import type { VNode } from 'preact';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { ownMerchantId } from '../api.ts';
import { PAGE_EVERY_MS, useData } from '../hooks.ts';
import { ConfirmButton } from '../parts/actions.tsx';
import { WithCopy } from '../parts/copy.tsx';
import { Back, Card, Checks, JumpTo, Problem, Status, Title, When } from '../parts/elements.tsx';
import { ProbeNow } from '../parts/probe-now.tsx';
import { routeTo } from '../route.ts';
import { FailedCalls } from './failed-calls.tsx';
import { AddClient, Clients } from './merchant-clients.tsx';
import { Deliveries } from './merchant-deliveries.tsx';
import { Settings } from './merchant-settings.tsx';
import { Webhook } from './merchant-webhook.tsx';

const SHOWN = 5;

/** The part of the page that each check of the state is about. */
const PARTS: Readonly<Record<string, string>> = {
  'Bio API': 'bio-api',
  'Signing key': 'bio-api',
  Webhook: 'webhook',
  'Failed calls': 'failed-calls',
  Clients: 'clients',
};

export function MerchantPage({ id }: { id: string }): VNode {
  const { value, problem } = useData('merchant details', { merchant_id: id }, PAGE_EVERY_MS);
  const all = (list: string, text: string): VNode => <a href={routeTo(['merchants', id, list])}>{text}</a>;
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
        <>
          <section class="state">
            <h2 class="unseen">State</h2>
            <Checks checks={value.state} nameOf={(check) => <JumpTo id={PARTS[check] ?? ''}>{check}</JumpTo>} />
          </section>
          <div class="cards">
            <Card title="Bio API" id="bio-api" isBroad>
              <ProbeNow merchantId={id} />
            </Card>
            <Card title="Clients" id="clients" isBroad aside={<AddClient merchantId={id} />}>
              <Clients clients={value.clients} />
            </Card>
            <Card title="Settings" isBroad>
              <Settings {...value} />
            </Card>
            <Card title="Webhook" id="webhook" isBroad aside={value.webhook && all('deliveries', 'All deliveries')}>
              {value.webhook === null ? (
                <p class="soft">None. A webhook gets an event when a session ends. It is one of the settings.</p>
              ) : (
                <>
                  <Webhook webhook={value.webhook} merchantId={id} />
                  <Deliveries merchantId={id} {...value.webhook} most={SHOWN} />
                </>
              )}
            </Card>
            <Card title="Failed calls" id="failed-calls" isBroad aside={all('calls', 'All failed calls')}>
              <FailedCalls merchantId={id} most={SHOWN} />
            </Card>
          </div>
        </>
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
