import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'yaml';
import { DCS, type PatroniNode } from './patroni-node.ts';

export interface Event {
  readonly name: string;
  readonly happen: (primary: PatroniNode) => unknown;
  /** Afterwards the node takes part again. */
  readonly undo: (primary: PatroniNode) => void;
}

const WATCHDOG = join(import.meta.dirname, '..', '..', 'deploy', 'patroni', 'watchdog.yaml');
const { watchdog } = parse(readFileSync(WATCHDOG, 'utf8')) as { watchdog: { safety_margin: number } };
/** The latest moment at which a watchdog with the shipped settings resets its machine. */
const RESET_AFTER_MS = (DCS.ttl - watchdog.safety_margin) * 1000;

export const SWITCHOVER: Event = {
  name: 'switchover',
  happen: (primary) => void primary.switchOver(),
  undo: () => {},
};

export const KILLED: Event = {
  name: 'primary killed',
  happen: (primary) => primary.kill(),
  undo: (primary) => primary.start(),
};

/** Most machines that rehearse have no watchdog, so the rehearsal resets the node itself. */
export const FROZEN: Event = {
  name: 'primary frozen',
  async happen(primary) {
    primary.signal('SIGSTOP');
    await pause(RESET_AFTER_MS);
    await primary.kill();
  },
  undo: (primary) => primary.start(),
};
