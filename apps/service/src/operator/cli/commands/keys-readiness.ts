import type { Readiness } from '../../actions/views.ts';
import { output, table, type Output } from '../output.ts';

/** `--json` omits the announced key: `keys list` has it. */
export function readinessOutput({ announced, ...readiness }: Readiness): Output {
  const { key_id, status, switch_at, merchants } = readiness;
  return output(
    readiness,
    [
      `Key ${key_id}, ${status}, ${status === 'announced' ? 'active from' : 'active since'} ${switch_at}`,
      '',
      table(merchants, 'No merchants yet.'),
      '',
      summary(readiness),
      ...(announced === null
        ? []
        : [
            `Key ${announced.key_id} becomes active at ${announced.switch_at}. No merchant can have accepted it before.`,
          ]),
    ].join('\n'),
  );
}

function summary({ status, merchants, not_yet }: Omit<Readiness, 'announced'>): string {
  if (status === 'announced') return 'It signs nothing before its switch, so no merchant can have accepted it yet.';
  if (not_yet.length === 0)
    return merchants.length === 0 ? 'There are no merchants.' : 'Every merchant has accepted it.';
  return `Not yet: ${not_yet.join(', ')} (${not_yet.length} of ${merchants.length}). They may not have been called since the switch.`;
}
