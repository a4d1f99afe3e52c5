import { perform, type Action } from '../src/operator/actions/action.ts';
import { KEYS } from '../src/operator/actions/keys.ts';
import { auditEntriesBy, type Operator } from '../src/operator/actions/operator.ts';
import type { TestService } from './running-service.ts';

/** Rotates the signing key of Bio API calls on the store of this service. */
export function rotate(
  name: 'keys schedule' | 'keys emergency',
  { service: { store }, config: { environment, masterKey }, clock }: TestService,
  signingToken: Operator['signingToken'],
): Promise<{ readonly key_id: string }> {
  const now = (): number => clock.now();
  const operator: Operator = {
    store,
    environment,
    now,
    masterKey: () => masterKey,
    signingToken,
    auditEntry: auditEntriesBy('operator:test', now),
  };
  const rows: readonly Action[] = KEYS;
  const params = { purpose: 'bio-signing', ...(name === 'keys schedule' && { in: '8d' }) };
  return perform(rows.find((row) => row.name === name)!, operator, params) as Promise<{ key_id: string }>;
}
