import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CallResult } from '@authly/service/operator/wire/calls.ts';
import { may } from '../api.ts';
import { useAction } from '../hooks.ts';
import { Checks, Problem } from './elements.tsx';

export function ProbeNow({ merchantId }: { merchantId: string }): VNode {
  const [probe, setProbe] = useState<CallResult<'merchant probe'>>();
  const { isBusy, problem, run } = useAction('merchant probe', setProbe);
  if (!may('merchant probe')) return <p class="soft">Your operator can probe it.</p>;
  return (
    <div aria-live="polite">
      <button type="button" disabled={isBusy} onClick={() => run({ merchant_id: merchantId })}>
        {isBusy ? 'Probing …' : 'Probe now'}
      </button>
      <Problem text={problem} />
      {probe && <Checks checks={probe.findings} />}
    </div>
  );
}
