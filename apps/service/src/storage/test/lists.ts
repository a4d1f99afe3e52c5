import type { SessionStore } from '../port/store.ts';

/** Runs every combination of an operator's filters once. */
export async function askEveryList(sessions: SessionStore): Promise<void> {
  const filters = [{}, { merchantId: 'mer_1' }, { failureCode: 'capture_failed' }, { mode: 'enroll' }] as const;
  for (const filter of filters)
    for (const status of [undefined, 'opened', 'failed'] as const)
      for (const range of [{}, { fromId: 'ses_0' }, { beforeId: 'ses_z' }])
        for (const search of [undefined, { idPart: 'a', merchantIds: ['mer_1'], failureCodes: ['capture_failed'] }])
          await sessions.list({ ...filter, status, ...range, search, limit: 20 });
}
