import type { VNode } from 'preact';
import { may } from '../api.ts';
import { useAction } from '../hooks.ts';
import { Checks, Problem } from './elements.tsx';

export function ProbeNow({ merchantId }: { merchantId: string }): VNode | null {
  const { isBusy, result, problem, run } = useAction('merchant probe');
  if (!may('merchant probe')) return null;
  return (
    <div aria-live="polite">
      <button type="button" aria-disabled={isBusy} onClick={() => run({ merchant_id: merchantId })}>
        {isBusy ? 'Probing …' : 'Probe now'}
      </button>
      <Problem text={problem} />
      {result && <Checks checks={result.findings} />}
    </div>
  );
}
