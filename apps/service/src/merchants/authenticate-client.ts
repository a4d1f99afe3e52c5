import type { ClientDirectory, KnownClient } from './client-directory.ts';
import { secretMatches } from './client-secret.ts';

/**
 * Unknown client, wrong secret and revoked client are one answer, and one amount of work: a look in memory, and where that
 * does not settle it, one look in the store.
 */
export async function authenticateClient(
  directory: ClientDirectory,
  clientId: string,
  secret: string,
): Promise<KnownClient | undefined> {
  const remembered = directory.remembered(clientId);
  if (secretMatches(secret, remembered?.client)) return remembered;
  const stored = await directory.reread(clientId);
  return secretMatches(secret, stored?.client) ? stored : undefined;
}
