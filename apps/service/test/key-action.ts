import { perform, type Action, type TerminalOperator } from '../src/operator/row/action.ts';
import { ACTIONS } from '../src/operator/actions/index.ts';
import { auditEntriesBy, type Operator } from '../src/operator/row/operator.ts';
import type { TestService } from './running-service.ts';

/** Two ways to rotate the signing key of Bio API calls. */
export const ROTATIONS = [
  ['keys schedule', { purpose: 'bio-signing', in: '8d' }],
  ['keys emergency', { purpose: 'bio-signing' }],
] as const;

/** Runs an action on the store of this service. */
export function keyAction<Result>(
  [name, params]: readonly [name: string, params: object],
  { service: { store }, config: { environment, masterKey }, clock }: TestService,
  signingToken: Operator['signingToken'] = async () => undefined,
): Promise<Result> {
  const now = (): number => clock.now();
  const operator: TerminalOperator = {
    store,
    environment,
    now,
    masterKey: () => masterKey,
    signingToken,
    env: {},
    name: 'test',
    storeName: 'test',
    auditEntry: auditEntriesBy('operator:test', now),
  };
  return perform((ACTIONS as readonly Action[]).find((row) => row.name === name)!, operator, params) as Promise<Result>;
}
