import { deviceStorage } from '../capture/device-storage.ts';
import { AgentReader } from './agent-reader.ts';
import { DigitalPersonaReader } from './digital-persona-reader.ts';
import type { LocalReader } from './local-reader.ts';
import { SecugenReader } from './secugen-reader.ts';

/** The readers that programs on this machine give out, our own agent's first. */
export async function findReaders(signal: AbortSignal): Promise<readonly LocalReader[]> {
  const readers = [new AgentReader(deviceStorage()), new SecugenReader(), new DigitalPersonaReader()];
  const isThere = await Promise.all(readers.map((reader) => reader.look(signal)));
  return readers.filter((_, i) => isThere[i]);
}
