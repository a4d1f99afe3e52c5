import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Probe } from '@authly/service/actions/views.ts';
import type { MerchantDetails } from '@authly/service/console/wire.ts';
import { useAction, useData } from '../hooks.ts';
import { Checks, Problem, Title, When } from '../parts/elements.tsx';
import { routeTo } from '../route.ts';
import { Clients } from './merchant-clients.tsx';
import { MerchantSettingsForm } from './merchant-settings.tsx';

export function MerchantPage({ id, isAdmin }: { id: string; isAdmin: boolean }): VNode {
  const path = `/api/merchants/${encodeURIComponent(id)}`;
  const { value, problem, reload } = useData<MerchantDetails>(path);
  return (
    <>
      <p>
        <a class="back" href={routeTo(['merchants'])}>
          Merchants
        </a>
      </p>
      <Title text={value?.merchant.name ?? id} />
      <p class="soft">
        {id} · <a href={routeTo(['sessions'], { merchant: id })}>Sessions</a>
      </p>
      <Problem text={problem} />
      {value && (
        <div class="cards">
          <section class="card">
            <h2>Settings</h2>
            <MerchantSettingsForm
              key={JSON.stringify(value.merchant)}
              {...value}
              mayAct={isAdmin}
              onSaved={() => reload()}
            />
          </section>
          <section class="card">
            <h2>Bio API</h2>
            <ProbeResult path={path} isAdmin={isAdmin} />
            <h3>Active signing key</h3>
            <p>
              {value.readiness?.last_accepted_at ? (
                <>
                  Last accepted <When at={value.readiness.last_accepted_at} />
                </>
              ) : (
                'Not accepted yet. The merchant was not called since the last rotation, or it rejects the key.'
              )}
            </p>
            <h3>Webhook</h3>
            <Webhook webhook={value.webhook} />
          </section>
          <section class="card broad">
            <h2>Clients</h2>
            <Clients clients={value.clients} path={path} isAdmin={isAdmin} onChanged={() => reload()} />
          </section>
        </div>
      )}
    </>
  );
}

function Webhook({ webhook }: Pick<MerchantDetails, 'webhook'>): VNode {
  if (webhook === null) return <p class="soft">None.</p>;
  const { origin, disabled_at, failing_since, waiting, given_up } = webhook;
  return (
    <>
      <p class="id">{origin}</p>
      <p>
        {disabled_at !== null ? (
          <span class="bad">
            Disabled since <When at={disabled_at} />
          </span>
        ) : failing_since !== null ? (
          <span class="bad">
            Failing since <When at={failing_since} />
          </span>
        ) : (
          <span class="good">Healthy</span>
        )}{' '}
        · {waiting} pending · {given_up} failed
      </p>
    </>
  );
}

function ProbeResult({ path, isAdmin }: { path: string; isAdmin: boolean }): VNode {
  const [probe, setProbe] = useState<Probe>();
  const { isBusy, problem, run } = useAction<Probe>(setProbe);
  return (
    <div aria-live="polite">
      {isAdmin && (
        <button type="button" class="small" disabled={isBusy} onClick={() => run(`${path}/probe`)}>
          {isBusy ? 'Probing …' : 'Probe'}
        </button>
      )}
      <Problem text={problem} />
      {probe && <Checks checks={probe.findings} />}
    </div>
  );
}
