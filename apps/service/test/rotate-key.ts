import type { KeyPurpose } from '../src/config/key-purposes.ts';
import { NOTICE_MS, scheduleRotation } from '../src/keys/rotation.ts';
import type { TestService } from './running-service.ts';

/** Activates a new key in every process. Returns its id. */
export async function rotateKey(
  { service, config, clock }: TestService,
  purpose: KeyPurpose = 'capture-sealing',
): Promise<string> {
  const { environment, masterKey: master } = config;
  const { keys } = service.store;
  const [records, now] = [await keys.list(purpose), clock.now()];
  const switchAt = now + NOTICE_MS[purpose];
  const { added } = scheduleRotation({ purpose, records, environment, master, now, switchAt });
  await keys.add(added);
  clock.move(NOTICE_MS[purpose] + 1000);
  return added.id;
}
