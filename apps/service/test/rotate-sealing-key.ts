import { scheduleRotation } from '../src/keys/rotation.ts';
import type { TestService } from './running-service.ts';

const NOTICE_MS = 60_000;

/** Activates a new sealing key in every process. Returns its id. */
export async function rotateSealingKey({ service, config, clock }: TestService): Promise<string> {
  const { environment, masterKey: master } = config;
  const { keys } = service.store;
  const purpose = 'capture-sealing';
  const [records, now] = [await keys.list(purpose), clock.now()];
  const { added } = scheduleRotation({ purpose, records, environment, master, now, switchAt: now + NOTICE_MS });
  await keys.add(added);
  clock.move(NOTICE_MS + 1000);
  return added.id;
}
