import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { isAdmin } from '../api.ts';
import { useAction } from '../hooks.ts';
import { Checks, Problem } from './elements.tsx';

interface ProbeNowProps {
  readonly merchantId: string;
  readonly atOnce?: boolean;
}

export function ProbeNow({ merchantId, atOnce = false }: ProbeNowProps): VNode {
  const [probe, setProbe] = useState<CallResult<'merchant probe'>>();
  const { isBusy, problem, run } = useAction('merchant probe', setProbe);
  const begin = (): void => run({ merchant_id: merchantId });
  useEffect(() => {
    if (atOnce) begin();
  }, [atOnce]);
  if (!isAdmin()) return <p class="soft">Admins can probe it here.</p>;
  return (
    <div aria-live="polite">
      <button type="button" disabled={isBusy} onClick={begin}>
        {isBusy ? 'Probing …' : 'Probe now'}
      </button>
      <Problem text={problem} />
      {probe && <Checks checks={probe.findings} />}
    </div>
  );
}
