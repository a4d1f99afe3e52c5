import { Heading } from '@authly/ui/heading.tsx';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Probe } from '@authly/service/actions/views.ts';
import type { MerchantDetails } from '@authly/service/console/wire.ts';
import { Problem } from '../parts/problem.tsx';
import { When } from '../parts/when.tsx';
import { addressOf } from '../place.ts';
import { useAct } from '../use-act.ts';
import { useAnswer } from '../use-answer.ts';
import { Clients } from './merchant-clients.tsx';
import { MerchantSettingsForm } from './merchant-settings.tsx';

export function MerchantRoom({ id, mayAct }: { id: string; mayAct: boolean }): VNode {
  const path = `/api/merchants/${encodeURIComponent(id)}`;
  const { value, problem, again } = useAnswer<MerchantDetails>(path);
  return (
    <>
      <p>
        <a href={addressOf(['merchants'])}>Merchants</a>
      </p>
      <Heading text={value?.merchant.name ?? id} owner="Authly console" />
      <p class="soft">
        {id} · <a href={addressOf(['sessions'], { merchant: id })}>its sessions</a>
      </p>
      <Problem text={problem} />
      {value && (
        <div class="cards">
          <section class="card">
            <h2>Settings</h2>
            <MerchantSettingsForm
              key={JSON.stringify(value.merchant)}
              {...value}
              mayAct={mayAct}
              onSaved={() => again()}
            />
          </section>
          <section class="card">
            <h2>Bio API</h2>
            <ProbePart path={path} mayAct={mayAct} />
            <h3>Signing key that signs now</h3>
            <p>
              {value.readiness?.last_accepted_at ? (
                <>
                  Accepted, last <When at={value.readiness.last_accepted_at} />
                </>
              ) : (
                'Not accepted yet: it was not called since, or it refuses it.'
              )}
            </p>
            <h3>Webhook</h3>
            <Webhook webhook={value.webhook} />
          </section>
          <section class="card broad">
            <h2>Clients</h2>
            <Clients clients={value.clients} path={path} mayAct={mayAct} onChanged={() => again()} />
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
          <span class="good">Delivers</span>
        )}
        , {waiting} waiting, {given_up} given up
      </p>
    </>
  );
}

/** Calls it as the service does, for a user that does not exist. */
function ProbePart({ path, mayAct }: { path: string; mayAct: boolean }): VNode {
  const [probe, setProbe] = useState<Probe>();
  const probing = useAct<Probe>(setProbe);
  return (
    <div aria-live="polite">
      {mayAct && (
        <button type="button" class="small" disabled={probing.isBusy} onClick={() => probing.run(`${path}/probe`)}>
          {probing.isBusy ? 'Probing …' : 'Probe it'}
        </button>
      )}
      <Problem text={probing.problem} />
      {probe && (
        <ul class="findings">
          {probe.findings.map(({ check, ok, detail, ms }) => (
            <li key={check} class={ok ? 'good' : 'bad'}>
              <b>
                {ok ? '✓' : '✗'} {check}
              </b>{' '}
              <span class="soft">{ms} ms</span>
              <br />
              {detail}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
