import type { Session } from '../session/session.ts';
import { requireOutcome } from './outcomes.ts';
import { SimulatedApp, type SimulatedAppOptions } from './simulated-app.ts';
import { openSimulations, type Simulations } from './simulations.ts';

// main.ts loads this folder by `import()` in environment `test` only.
export { isTakenForDown } from './bio-api-switch.ts';
export { endDeadListeners } from './listener.ts';
export { addTryIt } from './try-it/route.ts';
export { startVirtualClock } from './virtual-clock.ts';

/** The steps of API calls that exist in a sandbox only. */
export function sandboxSteps(
  options: Omit<SimulatedAppOptions, 'simulations'>,
  ofFurtherTypes: Simulations | undefined,
  opened: AsyncDisposableStack,
) {
  const app = new SimulatedApp({ ...options, simulations: { ...openSimulations(opened), ...ofFurtherTypes } });
  return { requireOutcome, play: (session: Session) => app.play(session) };
}
