import { secondsSince } from '../command.ts';

/** Runs one proof and prints how it went. `missing`: a language that is not installed is skipped. */
export async function prove(name: string, missing: string | undefined, work: () => Promise<string>): Promise<boolean> {
  if (missing !== undefined) {
    console.log(`– ${name}: skipped, needs ${missing}`);
    return true;
  }
  const began = Date.now();
  try {
    const outcome = await work();
    console.log(`✓ ${name}: ${outcome} (${secondsSince(began)} s)`);
    return true;
  } catch (error) {
    console.error(`✗ ${name}: ${(error as Error).message}`);
    return false;
  }
}
