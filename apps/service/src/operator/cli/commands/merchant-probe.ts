import { probeMerchant } from '../../actions/merchant-probe.ts';
import type { Output } from '../output.ts';
import type { StoreContext } from '../store-context.ts';

/** `merchant probe`: one line a finding. */
export async function probeOutput(context: StoreContext, id: string, options: { store?: boolean }): Promise<Output> {
  const probe = await probeMerchant(context, id, options);
  const lines = probe.findings.map(
    (each) => `${each.ok ? '✓' : '✗'} ${each.check.padEnd(7)} ${String(each.ms).padStart(5)} ms  ${each.detail}`,
  );
  return {
    json: probe,
    text: [probe.bio_base_url, ...lines].join('\n'),
    failed: !probe.findings.every((each) => each.ok),
  };
}
