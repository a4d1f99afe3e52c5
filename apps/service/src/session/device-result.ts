import type { Session } from './session.ts';

export const DEVICE_RESULTS = ['bound', 'unbound', 'refused'] as const;

/** Undefined: devices played no part. `refused`: the device was missing, or another one. */
export function deviceResult({ outcome, failureCode }: Pick<Session, 'outcome' | 'failureCode'>) {
  const isRefused = failureCode === 'device_not_recognized' || failureCode === 'device_not_bound';
  return isRefused ? 'refused' : outcome?.device;
}
