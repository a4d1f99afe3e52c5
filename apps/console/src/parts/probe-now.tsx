import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { useAction } from '../hooks.ts';
import { Checks, Problem } from './elements.tsx';

type Probe = CallResult<'merchant probe'>;

interface ProbeNowProps {
  readonly merchantId: string;
  readonly isAdmin: boolean;
  readonly atOnce?: boolean;
  readonly onDone?: (probe: Probe) => void;
}

export function ProbeNow({ merchantId, isAdmin, atOnce = false, onDone }: ProbeNowProps): VNode {
  const [probe, setProbe] = useState<Probe>();
  const { isBusy, problem, run } = useAction('merchant probe', (done) => {
    setProbe(done);
    onDone?.(done);
  });
  const begin = (): void => run({ merchant_id: merchantId });
  useEffect(() => {
    if (atOnce) begin();
  }, [atOnce]);
  if (!isAdmin) return <p class="soft">Admins can probe it here.</p>;
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
